// Declarations of the metadata that every object has, for trees that do not carry the package itself.
package v1

import "k8s.io/apimachinery/pkg/types"

type TypeMeta struct {
	Kind       string `json:"kind,omitempty"`
	APIVersion string `json:"apiVersion,omitempty"`
}

type ListMeta struct {
	SelfLink           string `json:"selfLink,omitempty"`
	ResourceVersion    string `json:"resourceVersion,omitempty"`
	Continue           string `json:"continue,omitempty"`
	RemainingItemCount *int64 `json:"remainingItemCount,omitempty"`
}

type ObjectMeta struct {
	Name                       string               `json:"name,omitempty"`
	GenerateName               string               `json:"generateName,omitempty"`
	Namespace                  string               `json:"namespace,omitempty"`
	SelfLink                   string               `json:"selfLink,omitempty"`
	UID                        types.UID            `json:"uid,omitempty"`
	ResourceVersion            string               `json:"resourceVersion,omitempty"`
	Generation                 int64                `json:"generation,omitempty"`
	CreationTimestamp          Time                 `json:"creationTimestamp,omitempty"`
	DeletionTimestamp          *Time                `json:"deletionTimestamp,omitempty"`
	DeletionGracePeriodSeconds *int64               `json:"deletionGracePeriodSeconds,omitempty"`
	Labels                     map[string]string    `json:"labels,omitempty"`
	Annotations                map[string]string    `json:"annotations,omitempty"`
	OwnerReferences            []OwnerReference     `json:"ownerReferences,omitempty"`
	Finalizers                 []string             `json:"finalizers,omitempty"`
	ManagedFields              []ManagedFieldsEntry `json:"managedFields,omitempty"`
}

type OwnerReference struct {
	APIVersion         string    `json:"apiVersion"`
	Kind               string    `json:"kind"`
	Name               string    `json:"name"`
	UID                types.UID `json:"uid"`
	Controller         *bool     `json:"controller,omitempty"`
	BlockOwnerDeletion *bool     `json:"blockOwnerDeletion,omitempty"`
}

type ManagedFieldsEntry struct {
	Manager     string    `json:"manager,omitempty"`
	Operation   string    `json:"operation,omitempty"`
	APIVersion  string    `json:"apiVersion,omitempty"`
	Time        *Time     `json:"time,omitempty"`
	FieldsType  string    `json:"fieldsType,omitempty"`
	FieldsV1    *FieldsV1 `json:"fieldsV1,omitempty"`
	Subresource string    `json:"subresource,omitempty"`
}

type FieldsV1 struct {
	Raw []byte `json:"-"`
}

type Time struct {
	moment int64
}

type MicroTime struct {
	moment int64
}

type Duration struct {
	Duration int64
}

type LabelSelector struct {
	MatchLabels      map[string]string          `json:"matchLabels,omitempty"`
	MatchExpressions []LabelSelectorRequirement `json:"matchExpressions,omitempty"`
}

type LabelSelectorRequirement struct {
	Key      string   `json:"key"`
	Operator string   `json:"operator"`
	Values   []string `json:"values,omitempty"`
}

type Condition struct {
	Type               string `json:"type"`
	Status             string `json:"status"`
	ObservedGeneration int64  `json:"observedGeneration,omitempty"`
	LastTransitionTime Time   `json:"lastTransitionTime"`
	Reason             string `json:"reason"`
	Message            string `json:"message"`
}

// Object is what gives the metadata of an object, field by field.
type Object interface {
	GetNamespace() string
	SetNamespace(value string)
	GetName() string
	SetName(value string)
	GetGenerateName() string
	SetGenerateName(value string)
	GetUID() types.UID
	SetUID(value types.UID)
	GetResourceVersion() string
	SetResourceVersion(value string)
	GetGeneration() int64
	SetGeneration(value int64)
	GetSelfLink() string
	SetSelfLink(value string)
	GetCreationTimestamp() Time
	SetCreationTimestamp(value Time)
	GetDeletionTimestamp() *Time
	SetDeletionTimestamp(value *Time)
	GetDeletionGracePeriodSeconds() *int64
	SetDeletionGracePeriodSeconds(value *int64)
	GetLabels() map[string]string
	SetLabels(value map[string]string)
	GetAnnotations() map[string]string
	SetAnnotations(value map[string]string)
	GetFinalizers() []string
	SetFinalizers(value []string)
	GetOwnerReferences() []OwnerReference
	SetOwnerReferences(value []OwnerReference)
	GetManagedFields() []ManagedFieldsEntry
	SetManagedFields(value []ManagedFieldsEntry)
}

func (meta *ObjectMeta) GetObjectMeta() Object { return meta }

func (meta *ObjectMeta) GetNamespace() string      { return meta.Namespace }
func (meta *ObjectMeta) SetNamespace(value string) { meta.Namespace = value }

func (meta *ObjectMeta) GetName() string      { return meta.Name }
func (meta *ObjectMeta) SetName(value string) { meta.Name = value }

func (meta *ObjectMeta) GetGenerateName() string      { return meta.GenerateName }
func (meta *ObjectMeta) SetGenerateName(value string) { meta.GenerateName = value }

func (meta *ObjectMeta) GetUID() types.UID      { return meta.UID }
func (meta *ObjectMeta) SetUID(value types.UID) { meta.UID = value }

func (meta *ObjectMeta) GetResourceVersion() string      { return meta.ResourceVersion }
func (meta *ObjectMeta) SetResourceVersion(value string) { meta.ResourceVersion = value }

func (meta *ObjectMeta) GetGeneration() int64      { return meta.Generation }
func (meta *ObjectMeta) SetGeneration(value int64) { meta.Generation = value }

func (meta *ObjectMeta) GetSelfLink() string      { return meta.SelfLink }
func (meta *ObjectMeta) SetSelfLink(value string) { meta.SelfLink = value }

func (meta *ObjectMeta) GetCreationTimestamp() Time      { return meta.CreationTimestamp }
func (meta *ObjectMeta) SetCreationTimestamp(value Time) { meta.CreationTimestamp = value }

func (meta *ObjectMeta) GetDeletionTimestamp() *Time      { return meta.DeletionTimestamp }
func (meta *ObjectMeta) SetDeletionTimestamp(value *Time) { meta.DeletionTimestamp = value }

func (meta *ObjectMeta) GetDeletionGracePeriodSeconds() *int64 {
	return meta.DeletionGracePeriodSeconds
}
func (meta *ObjectMeta) SetDeletionGracePeriodSeconds(value *int64) {
	meta.DeletionGracePeriodSeconds = value
}

func (meta *ObjectMeta) GetLabels() map[string]string      { return meta.Labels }
func (meta *ObjectMeta) SetLabels(value map[string]string) { meta.Labels = value }

func (meta *ObjectMeta) GetAnnotations() map[string]string      { return meta.Annotations }
func (meta *ObjectMeta) SetAnnotations(value map[string]string) { meta.Annotations = value }

func (meta *ObjectMeta) GetFinalizers() []string      { return meta.Finalizers }
func (meta *ObjectMeta) SetFinalizers(value []string) { meta.Finalizers = value }

func (meta *ObjectMeta) GetOwnerReferences() []OwnerReference      { return meta.OwnerReferences }
func (meta *ObjectMeta) SetOwnerReferences(value []OwnerReference) { meta.OwnerReferences = value }

func (meta *ObjectMeta) GetManagedFields() []ManagedFieldsEntry      { return meta.ManagedFields }
func (meta *ObjectMeta) SetManagedFields(value []ManagedFieldsEntry) { meta.ManagedFields = value }
