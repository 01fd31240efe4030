// Package rest declares what becomes of the objects that belong to one that is deleted.
package rest

// GarbageCollectionPolicy says what becomes of dependents.
type GarbageCollectionPolicy string

const (
	// DeleteDependents deletes them, too.
	DeleteDependents GarbageCollectionPolicy = "DeleteDependents"
	// OrphanDependents leaves them behind.
	OrphanDependents GarbageCollectionPolicy = "OrphanDependents"
	// Unsupported leaves the matter to somebody else.
	Unsupported GarbageCollectionPolicy = "Unsupported"
)
