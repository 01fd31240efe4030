package fieldpath

type APIVersion string

type Path []PathElement

type PathElement struct{}

type Set struct{}

func MakePathOrDie(parts ...interface{}) Path

func NewSet(paths ...Path) *Set

func (s *Set) Insert(p Path)

func (s *Set) Union(s2 *Set) *Set

func (s *Set) Difference(s2 *Set) *Set
