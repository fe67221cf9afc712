package main

import (
	"fmt"
	"net/http"

	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	"k8s.io/apiserver/pkg/endpoints/handlers"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/registry/rest"
	serverstorage "k8s.io/apiserver/pkg/server/storage"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storage/storagebackend/factory"
	"k8s.io/client-go/applyconfigurations"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/rbac"
	rbacrest "k8s.io/kubernetes/pkg/registry/rbac/rest"
)

// writer serves the requests that write roles and bindings, as kube-apiserver's own handlers do: the storage of the
// RBAC group with its checks for escalation, over the objects of the policy. There is no admission.
type writer struct {
	stored map[string]rest.Storage
	scopes map[string]*handlers.RequestScope
}

func newWriter(p *policy, a authorizer.Authorizer) (*writer, error) {
	objects, err := storageOf(p)
	if err != nil {
		return nil, err
	}
	enabled := serverstorage.NewResourceConfig()
	enabled.EnableVersions(rbacv1.SchemeGroupVersion)
	group, err := rbacrest.RESTStorageProvider{Authorizer: a}.NewRESTStorage(enabled, storageOptions{objects})
	if err != nil {
		return nil, err
	}
	w := &writer{stored: group.VersionedResourcesStorageMap[rbacv1.SchemeGroupVersion.Version],
		scopes: map[string]*handlers.RequestScope{}}
	for resource, kind := range rbacResources {
		scope, err := scopeOf(resource, kind, a, w.stored[resource])
		if err != nil {
			return nil, err
		}
		w.scopes[resource] = scope
	}
	return w, nil
}

// storageOptions makes the generic registry keep its objects in memory.
type storageOptions struct{ objects policyStorage }

func (o storageOptions) GetRESTOptions(resource schema.GroupResource, _ runtime.Object) (generic.RESTOptions, error) {
	decorator := func(_ *storagebackend.ConfigForResource, _ string, _ func(runtime.Object) (string, error), _ func() runtime.Object,
		_ func() runtime.Object, _ storage.AttrFunc, _ storage.IndexerFuncs, _ *cache.Indexers) (storage.Interface, factory.DestroyFunc, error) {
		return o.objects, func() {}, nil
	}
	config := storagebackend.Config{Codec: legacyscheme.Codecs.LegacyCodec(rbacv1.SchemeGroupVersion)}
	return generic.RESTOptions{StorageConfig: config.ForResource(resource), Decorator: decorator,
		ResourcePrefix: resource.Resource}, nil
}

var typeConverter = applyconfigurations.NewTypeConverter(legacyscheme.Scheme)

func scopeOf(resource, kind string, a authorizer.Authorizer, stored rest.Storage) (*handlers.RequestScope, error) {
	scheme, gvk := legacyscheme.Scheme, rbacv1.SchemeGroupVersion.WithKind(kind)
	manager, err := managedfields.NewDefaultFieldManager(typeConverter, runtime.UnsafeObjectConvertor(scheme), scheme, scheme,
		gvk, rbac.SchemeGroupVersion, "", nil)
	if err != nil {
		return nil, err
	}
	return &handlers.RequestScope{
		Namer: handlers.ContextBasedNaming{Namer: runtime.Namer(meta.NewAccessor()),
			ClusterScoped: !stored.(rest.Scoper).NamespaceScoped()},
		Serializer: legacyscheme.Codecs, ParameterCodec: legacyscheme.ParameterCodec,
		Creater: scheme, Convertor: scheme, Defaulter: scheme, Typer: scheme,
		UnsafeConvertor: runtime.UnsafeObjectConvertor(scheme), Authorizer: a, EquivalentResourceMapper: runtime.NewEquivalentResourceRegistry(),
		TableConvertor: stored.(rest.TableConvertor), FieldManager: manager,
		Resource: rbacv1.SchemeGroupVersion.WithResource(resource), Kind: gvk, MetaGroupVersion: metav1.SchemeGroupVersion,
		HubGroupVersion: rbac.SchemeGroupVersion, MaxRequestBodyBytes: 3 << 20,
	}, nil
}

var patchTypes = []string{string(types.JSONPatchType), string(types.MergePatchType), string(types.StrategicMergePatchType),
	string(types.ApplyYAMLPatchType)}

// handlerFor is the handler that kube-apiserver's routes have for a request that writes a role or binding; nil for
// every other request, and for one without a body.
func (w *writer) handlerFor(r *http.Request) http.Handler {
	info, ok := genericapirequest.RequestInfoFrom(r.Context())
	if !ok || r.ContentLength <= 0 || !info.IsResourceRequest || info.APIPrefix != "apis" || info.APIGroup != rbacv1.GroupName ||
		info.APIVersion != rbacv1.SchemeGroupVersion.Version || info.Subresource != "" {
		return nil
	}
	stored, scope := w.stored[info.Resource], w.scopes[info.Resource]
	if stored == nil {
		return nil
	}
	path := fmt.Sprintf("/apis/%s/%s/", rbacv1.GroupName, rbacv1.SchemeGroupVersion.Version)
	if stored.(rest.Scoper).NamespaceScoped() {
		path += "namespaces/" + info.Namespace + "/"
	}
	path += info.Resource
	switch {
	case r.Method == http.MethodPost && r.URL.Path == path:
		return handlers.CreateResource(stored.(rest.Creater), scope, nil)
	case r.Method == http.MethodPut && r.URL.Path == path+"/"+info.Name && info.Name != "":
		return handlers.UpdateResource(stored.(rest.Updater), scope, nil)
	case r.Method == http.MethodPatch && r.URL.Path == path+"/"+info.Name && info.Name != "":
		return handlers.PatchResource(stored.(rest.Patcher), scope, nil, patchTypes)
	}
	return nil
}
