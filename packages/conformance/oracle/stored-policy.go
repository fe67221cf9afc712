package main

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/rbac"
)

// policyStorage stands in for etcd: it has the objects of a policy, by the keys of the generic registry, and forgets
// what is written, so that every request of a scenario meets the same policy.
type policyStorage map[string]runtime.Object

func storageOf(p *policy) (policyStorage, error) {
	stored := policyStorage{}
	put := func(resource string, object runtime.Object) error {
		internal, err := legacyscheme.Scheme.ConvertToVersion(object, rbac.SchemeGroupVersion)
		if err != nil {
			return err
		}
		accessor, err := meta.Accessor(internal)
		if err != nil {
			return err
		}
		if accessor.GetUID() == "" {
			rest.FillObjectMetaSystemFields(accessor)
		}
		// What is stored has whole seconds, and so has what a patch makes of it.
		accessor.SetCreationTimestamp(accessor.GetCreationTimestamp().Rfc3339Copy())
		accessor.SetResourceVersion("7")
		path := []string{"", resource, accessor.GetNamespace(), accessor.GetName()}
		stored[strings.Join(slices.DeleteFunc(path, func(part string) bool { return part == "" }), "/")] = internal
		return nil
	}
	var errs []error
	for _, role := range p.roles {
		errs = append(errs, put("roles", role))
	}
	for _, role := range p.clusterRoles {
		errs = append(errs, put("clusterroles", role))
	}
	for _, bindings := range p.roleBindings {
		for _, binding := range bindings {
			errs = append(errs, put("rolebindings", binding))
		}
	}
	for _, binding := range p.clusterRoleBindings {
		errs = append(errs, put("clusterrolebindings", binding))
	}
	return stored, errors.Join(errs...)
}

var rbacResources = map[string]string{
	"roles": "Role", "clusterroles": "ClusterRole", "rolebindings": "RoleBinding", "clusterrolebindings": "ClusterRoleBinding",
}

func (s policyStorage) at(key string) runtime.Object { return s[strings.Trim(key, "/")] }

func assign(out, object runtime.Object) {
	reflect.ValueOf(out).Elem().Set(reflect.ValueOf(object.DeepCopyObject()).Elem())
}

func (s policyStorage) Versioner() storage.Versioner { return storage.APIObjectVersioner{} }

func (s policyStorage) Create(_ context.Context, key string, object, out runtime.Object, _ uint64) error {
	if version, err := s.Versioner().ObjectResourceVersion(object); err == nil && version != 0 {
		return storage.ErrResourceVersionSetOnCreate
	}
	if s.at(key) != nil {
		return storage.NewKeyExistsError(key, 0)
	}
	assign(out, object)
	return s.Versioner().UpdateObject(out, 8)
}

func (s policyStorage) Get(_ context.Context, key string, options storage.GetOptions, out runtime.Object) error {
	object := s.at(key)
	if object != nil {
		assign(out, object)
		return nil
	}
	if options.IgnoreNotFound {
		return runtime.SetZeroValue(out)
	}
	return storage.NewKeyNotFoundError(key, 0)
}

// GetList lists in the order of keys, as etcd does.
func (s policyStorage) GetList(_ context.Context, key string, _ storage.ListOptions, list runtime.Object) error {
	prefix := strings.Trim(key, "/") + "/"
	var found []runtime.Object
	for _, at := range slices.Sorted(maps.Keys(s)) {
		if strings.HasPrefix(at, prefix) {
			found = append(found, s[at].DeepCopyObject())
		}
	}
	return meta.SetList(list, found)
}

func (s policyStorage) GuaranteedUpdate(ctx context.Context, key string, out runtime.Object, ignoreNotFound bool,
	preconditions *storage.Preconditions, tryUpdate storage.UpdateFunc, _ runtime.Object) error {
	existing := reflect.New(reflect.TypeOf(out).Elem()).Interface().(runtime.Object)
	if err := s.Get(ctx, key, storage.GetOptions{IgnoreNotFound: ignoreNotFound}, existing); err != nil {
		return err
	}
	if err := preconditions.Check("/registry"+key, existing); err != nil {
		return err
	}
	version, err := s.Versioner().ObjectResourceVersion(existing)
	if err != nil {
		return err
	}
	updated, _, err := tryUpdate(existing, storage.ResponseMeta{ResourceVersion: version})
	if err != nil {
		return err
	}
	assign(out, updated)
	return s.Versioner().UpdateObject(out, 8)
}

var errNotPlayed = errors.New("the storage of the oracle does not play this")

func (s policyStorage) Delete(context.Context, string, runtime.Object, *storage.Preconditions, storage.ValidateObjectFunc,
	runtime.Object, storage.DeleteOptions) error {
	return errNotPlayed
}

func (s policyStorage) Watch(context.Context, string, storage.ListOptions) (watch.Interface, error) {
	return nil, errNotPlayed
}
func (s policyStorage) Stats(context.Context) (storage.Stats, error) {
	return storage.Stats{}, errNotPlayed
}
func (s policyStorage) ReadinessCheck() error                                     { return nil }
func (s policyStorage) RequestWatchProgress(context.Context) error                { return nil }
func (s policyStorage) GetCurrentResourceVersion(context.Context) (uint64, error) { return 8, nil }
func (s policyStorage) EnableResourceSizeEstimation(storage.KeysFunc) error       { return nil }
func (s policyStorage) CompactRevision() int64                                    { return 0 }

var _ storage.Interface = policyStorage{}
