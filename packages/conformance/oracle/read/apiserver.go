package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"

	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	genericfilters "k8s.io/apiserver/pkg/endpoints/filters"
	openapinamer "k8s.io/apiserver/pkg/endpoints/openapi"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	genericapiserver "k8s.io/apiserver/pkg/server"
	serverstorage "k8s.io/apiserver/pkg/server/storage"
	"k8s.io/apiserver/pkg/util/compatibility"
	restclient "k8s.io/client-go/rest"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/core/install"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	generatedopenapi "k8s.io/kubernetes/pkg/generated/openapi"
	configmap "k8s.io/kubernetes/pkg/registry/core/configmap/storage"
	rbacrest "k8s.io/kubernetes/pkg/registry/rbac/rest"
)

// apiServer is kube-apiserver's own handlers, validation and registries of RBAC objects over a map. Whoever asks is in
// system:masters; there is no admission, so every namespace is there.
type apiServer struct {
	handler http.Handler
	store   *objectStore
	refused []metav1.Status
}

func newAPIServer() (*apiServer, error) {
	kept := &objectStore{objects: map[string]stored{}}
	config := genericapiserver.NewConfig(legacyscheme.Codecs)
	config.ExternalAddress = "127.0.0.1:6443"
	config.LoopbackClientConfig = &restclient.Config{}
	config.EffectiveVersion = compatibility.DefaultBuildEffectiveVersion()
	definitions := openapinamer.NewDefinitionNamer(legacyscheme.Scheme)
	config.OpenAPIConfig = genericapiserver.DefaultOpenAPIConfig(generatedopenapi.GetOpenAPIDefinitions, definitions)
	config.OpenAPIV3Config = genericapiserver.DefaultOpenAPIV3Config(generatedopenapi.GetOpenAPIDefinitions, definitions)
	config.RESTOptionsGetter = kept
	config.Authorization.Authorizer = authorizerfactory.NewAlwaysAllowAuthorizer()
	config.BuildHandlerChainFunc = func(handler http.Handler, c *genericapiserver.Config) http.Handler {
		chain := genericfilters.WithAuditInit(asMaster(genericfilters.WithWarningRecorder(handler)))
		return genericfilters.WithRequestInfo(chain, c.RequestInfoResolver)
	}
	server, err := config.Complete(nil).New("oracle", genericapiserver.NewEmptyDelegate())
	if err != nil {
		return nil, err
	}
	enabled := serverstorage.NewResourceConfig()
	enabled.EnableVersions(rbacv1.SchemeGroupVersion)
	group, err := rbacrest.RESTStorageProvider{Authorizer: config.Authorization.Authorizer}.NewRESTStorage(enabled, kept)
	if err != nil {
		return nil, err
	}
	if err := server.InstallAPIGroup(&group); err != nil {
		return nil, err
	}
	// Of the core group there is one kind: kubectl knows a List of a version only where that version has any.
	configMaps, err := configmap.NewREST(kept)
	if err != nil {
		return nil, err
	}
	coreGroup := genericapiserver.NewDefaultAPIGroupInfo(corev1.GroupName, legacyscheme.Scheme,
		legacyscheme.ParameterCodec, legacyscheme.Codecs)
	coreGroup.PrioritizedVersions = []schema.GroupVersion{corev1.SchemeGroupVersion}
	coreGroup.VersionedResourcesStorageMap["v1"] = map[string]rest.Storage{"configmaps": configMaps}
	if err := server.InstallLegacyAPIGroup("/api", &coreGroup); err != nil {
		return nil, err
	}
	server.PrepareRun()
	return &apiServer{handler: server.Handler, store: kept}, nil
}

func asMaster(handler http.Handler) http.Handler {
	admin := &user.DefaultInfo{Name: "admin", Groups: []string{user.SystemPrivilegedGroup}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(genericapirequest.WithUser(r.Context(), admin)))
	})
}

// RoundTrip lets clients ask the server without a network between them.
func (s *apiServer) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.Body == nil {
		request.Body = io.NopCloser(bytes.NewReader(nil))
	}
	recorder := httptest.NewRecorder()
	s.handler.ServeHTTP(recorder, request)
	s.noteRefusal(request, recorder.Code, recorder.Body.Bytes())
	return recorder.Result(), nil
}
