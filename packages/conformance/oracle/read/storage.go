package main

import (
	"context"
	"errors"
	"sort"
	"strings"
	"sync"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storage/storagebackend/factory"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	"k8s.io/kubernetes/pkg/apis/rbac"
)

// objectStore is what etcd is to kube-apiserver, in a map: objects as the bytes that kube-apiserver would store.
type objectStore struct {
	mu       sync.Mutex
	revision uint64
	objects  map[string]stored
}

type stored struct {
	data     []byte
	revision uint64
}

var storageCodec = legacyscheme.Codecs.CodecForVersions(
	protobuf.NewSerializer(legacyscheme.Scheme, legacyscheme.Scheme), legacyscheme.Codecs.UniversalDeserializer(),
	schema.GroupVersions{rbacv1.SchemeGroupVersion, corev1.SchemeGroupVersion},
	schema.GroupVersions{rbac.SchemeGroupVersion, core.SchemeGroupVersion})

func (m *objectStore) clear() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.objects = map[string]stored{}
}

// GetRESTOptions hands the map to the registry of each resource.
func (m *objectStore) GetRESTOptions(resource schema.GroupResource, _ runtime.Object) (generic.RESTOptions, error) {
	return generic.RESTOptions{
		StorageConfig:           storagebackend.NewDefaultConfig("/registry", storageCodec).ForResource(resource),
		Decorator:               m.decorated,
		DeleteCollectionWorkers: 1,
		ResourcePrefix:          resource.Group + "/" + resource.Resource,
	}, nil
}

func (m *objectStore) decorated(_ *storagebackend.ConfigForResource, _ string, _ func(runtime.Object) (string, error),
	_, _ func() runtime.Object, _ storage.AttrFunc, _ storage.IndexerFuncs, _ *cache.Indexers,
) (storage.Interface, factory.DestroyFunc, error) {
	return m, func() {}, nil
}

func (m *objectStore) Versioner() storage.Versioner { return storage.APIObjectVersioner{} }

func (m *objectStore) Create(_ context.Context, key string, obj, out runtime.Object, _ uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, exists := m.objects[key]; exists {
		return storage.NewKeyExistsError(key, 0)
	}
	if version, err := m.Versioner().ObjectResourceVersion(obj); err == nil && version != 0 {
		return storage.ErrResourceVersionSetOnCreate
	}
	return m.put(key, obj, out)
}

func (m *objectStore) put(key string, obj, out runtime.Object) error {
	if err := m.Versioner().PrepareObjectForStorage(obj); err != nil {
		return err
	}
	data, err := runtime.Encode(storageCodec, obj)
	if err != nil {
		return err
	}
	m.revision++
	m.objects[key] = stored{data, m.revision}
	return m.read(m.objects[key], out)
}

func (m *objectStore) read(from stored, into runtime.Object) error {
	if _, _, err := storageCodec.Decode(from.data, nil, into); err != nil {
		return err
	}
	return m.Versioner().UpdateObject(into, from.revision)
}

func (m *objectStore) Get(_ context.Context, key string, opts storage.GetOptions, into runtime.Object) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, exists := m.objects[key]
	switch {
	case exists:
		return m.read(found, into)
	case opts.IgnoreNotFound:
		return runtime.SetZeroValue(into)
	default:
		return storage.NewKeyNotFoundError(key, 0)
	}
}

func (m *objectStore) GetList(_ context.Context, key string, _ storage.ListOptions, into runtime.Object) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	var keys []string
	for stored := range m.objects {
		if strings.HasPrefix(stored, strings.TrimSuffix(key, "/")+"/") {
			keys = append(keys, stored)
		}
	}
	sort.Strings(keys)
	var items []runtime.Object
	for _, key := range keys {
		item, err := runtime.Decode(storageCodec, m.objects[key].data)
		if err != nil {
			return err
		}
		items = append(items, item)
	}
	if err := meta.SetList(into, items); err != nil {
		return err
	}
	return m.Versioner().UpdateList(into, m.revision, "", nil)
}

func (m *objectStore) GuaranteedUpdate(_ context.Context, key string, into runtime.Object, ignoreNotFound bool,
	preconditions *storage.Preconditions, update storage.UpdateFunc, _ runtime.Object,
) error {
	m.mu.Lock()
	found, exists := m.objects[key]
	m.mu.Unlock()
	if !exists && !ignoreNotFound {
		return storage.NewKeyNotFoundError(key, 0)
	}
	current := into.DeepCopyObject()
	if err := runtime.SetZeroValue(current); err != nil {
		return err
	}
	if exists {
		if err := m.read(found, current); err != nil {
			return err
		}
	}
	if err := preconditions.Check(key, current); err != nil {
		return err
	}
	changed, _, err := update(current, storage.ResponseMeta{ResourceVersion: found.revision})
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.put(key, changed, into)
}

func (m *objectStore) Delete(_ context.Context, key string, out runtime.Object, preconditions *storage.Preconditions,
	_ storage.ValidateObjectFunc, _ runtime.Object, _ storage.DeleteOptions,
) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	found, exists := m.objects[key]
	if !exists {
		return storage.NewKeyNotFoundError(key, 0)
	}
	if err := m.read(found, out); err != nil {
		return err
	}
	if err := preconditions.Check(key, out); err != nil {
		return err
	}
	delete(m.objects, key)
	return nil
}

func (m *objectStore) GetCurrentResourceVersion(context.Context) (uint64, error) {
	return m.revision, nil
}

func (m *objectStore) Stats(context.Context) (storage.Stats, error) { return storage.Stats{}, nil }

func (m *objectStore) ReadinessCheck() error { return nil }

func (m *objectStore) RequestWatchProgress(context.Context) error { return nil }

func (m *objectStore) EnableResourceSizeEstimation(storage.KeysFunc) error { return nil }

func (m *objectStore) CompactRevision() int64 { return 0 }

func (m *objectStore) Watch(context.Context, string, storage.ListOptions) (watch.Interface, error) {
	return nil, errors.New("nothing is watched here")
}
