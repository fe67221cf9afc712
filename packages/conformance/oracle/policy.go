package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"unsafe"

	"authz-playground.dev/oracle/defaultroles"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	genericapirequest "k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/rest"
	rbacv1ac "k8s.io/client-go/applyconfigurations/rbac/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	rbacv1client "k8s.io/client-go/kubernetes/typed/rbac/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/rbac"
	_ "k8s.io/kubernetes/pkg/apis/rbac/install"
	"k8s.io/kubernetes/pkg/controller/clusterroleaggregation"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrole"
	"k8s.io/kubernetes/pkg/registry/rbac/clusterrolebinding"
	"k8s.io/kubernetes/pkg/registry/rbac/role"
	"k8s.io/kubernetes/pkg/registry/rbac/rolebinding"
	"sigs.k8s.io/yaml"
)

// policy is what the RBAC authorizer reads, with bindings in the order of the documents.
type policy struct {
	clusterRoles        map[string]*rbacv1.ClusterRole
	roles               map[[2]string]*rbacv1.Role
	clusterRoleBindings []*rbacv1.ClusterRoleBinding
	roleBindings        map[string][]*rbacv1.RoleBinding
	// settled says that the aggregation controller has nothing to do.
	settled bool
}

var strictDecoder = legacyscheme.Codecs.DecoderToVersion(
	kjson.NewSerializerWithOptions(kjson.DefaultMetaFactory, legacyscheme.Scheme, legacyscheme.Scheme,
		kjson.SerializerOptions{Yaml: true, Strict: true}),
	runtime.InternalGroupVersioner)

// readPolicy reads a policy as the API server reads the objects that are sent to it. An error means that it would
// refuse at least one of them.
func readPolicy(text string) (*policy, error) {
	read := &policy{
		clusterRoles: map[string]*rbacv1.ClusterRole{},
		roles:        map[[2]string]*rbacv1.Role{},
		roleBindings: map[string][]*rbacv1.RoleBinding{},
	}
	return read, eachDocument(text, func(object runtime.Object) error {
		if err := admit(object); err != nil {
			return err
		}
		released, err := legacyscheme.Scheme.ConvertToVersion(object, rbacv1.SchemeGroupVersion)
		if err != nil {
			return err
		}
		switch object := released.(type) {
		case *rbacv1.ClusterRole:
			read.clusterRoles[object.Name] = object
		case *rbacv1.Role:
			read.roles[[2]string{object.Namespace, object.Name}] = object
		case *rbacv1.ClusterRoleBinding:
			read.clusterRoleBindings = append(read.clusterRoleBindings, object)
		case *rbacv1.RoleBinding:
			read.roleBindings[object.Namespace] = append(read.roleBindings[object.Namespace], object)
		}
		return nil
	})
}

// eachDocument decodes the documents of a YAML stream strictly, with defaults, to internal objects.
func eachDocument(text string, visit func(runtime.Object) error) error {
	documents := utilyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(text)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		object, _, err := strictDecoder.Decode(document, nil, nil)
		if err != nil {
			if empty, noYAML := yaml.YAMLToJSON(document); noYAML == nil && string(bytes.TrimSpace(empty)) == "null" {
				continue
			}
			return err
		}
		if err := visit(object); err != nil {
			return err
		}
	}
}

// admit does what the handler of a create request does to an object, validation included.
func admit(object runtime.Object) error {
	var strategy rest.RESTCreateStrategy
	switch object.(type) {
	case *rbac.ClusterRole:
		strategy = clusterrole.Strategy
	case *rbac.Role:
		strategy = role.Strategy
	case *rbac.ClusterRoleBinding:
		strategy = clusterrolebinding.Strategy
	case *rbac.RoleBinding:
		strategy = rolebinding.Strategy
	default:
		return fmt.Errorf("%T is not part of a policy", object)
	}
	accessor, err := meta.Accessor(object)
	if err != nil {
		return err
	}
	namespace := accessor.GetNamespace()
	if namespace == "" {
		namespace = metav1.NamespaceDefault
	}
	ctx := genericapirequest.WithNamespace(context.Background(), namespace)
	ctx = genericapirequest.WithRequestInfo(ctx, &genericapirequest.RequestInfo{
		APIGroup: rbacv1.GroupName, APIVersion: rbacv1.SchemeGroupVersion.Version})
	rest.FillObjectMetaSystemFields(accessor)
	return rest.BeforeCreate(strategy, ctx, object)
}

// withDefaults adds the roles and bindings that kube-apiserver creates, behind the policy's own; the policy's own
// replace those of their name.
func (p *policy) withDefaults(defaults defaultroles.Policy) {
	p.settled = p.hasNoPartIn(defaults)
	if p.settled {
		defaults.ClusterRoles = aggregatedDefaults()
	}
	for i := range defaults.ClusterRoles {
		if role := &defaults.ClusterRoles[i]; p.clusterRoles[role.Name] == nil {
			p.clusterRoles[role.Name] = role.DeepCopy()
		}
	}
	for i := range defaults.Roles {
		if role := &defaults.Roles[i]; p.roles[[2]string{role.Namespace, role.Name}] == nil {
			p.roles[[2]string{role.Namespace, role.Name}] = role
		}
	}
	own := map[[2]string]bool{}
	for _, binding := range p.clusterRoleBindings {
		own[[2]string{"", binding.Name}] = true
	}
	for namespace, bindings := range p.roleBindings {
		for _, binding := range bindings {
			own[[2]string{namespace, binding.Name}] = true
		}
	}
	for i := range defaults.ClusterRoleBindings {
		if binding := &defaults.ClusterRoleBindings[i]; !own[[2]string{"", binding.Name}] {
			p.clusterRoleBindings = append(p.clusterRoleBindings, binding)
		}
	}
	for i := range defaults.RoleBindings {
		if binding := &defaults.RoleBindings[i]; !own[[2]string{binding.Namespace, binding.Name}] {
			p.roleBindings[binding.Namespace] = append(p.roleBindings[binding.Namespace], binding)
		}
	}
}

// hasNoPartIn says that the policy's own ClusterRoles neither aggregate, nor are aggregated by, nor replace default
// ones. Filling in the default ones takes long, and then it is always the same.
func (p *policy) hasNoPartIn(defaults defaultroles.Policy) bool {
	for _, role := range p.clusterRoles {
		if role.AggregationRule != nil || len(role.Labels) > 0 {
			return false
		}
	}
	for _, role := range defaults.ClusterRoles {
		if p.clusterRoles[role.Name] != nil {
			return false
		}
	}
	return true
}

var aggregatedDefaults = sync.OnceValue(func() []rbacv1.ClusterRole {
	p := policy{clusterRoles: map[string]*rbacv1.ClusterRole{}}
	for _, role := range defaultroles.Bootstrap().ClusterRoles {
		p.clusterRoles[role.Name] = &role
	}
	filled, err := p.aggregated()
	if err != nil {
		panic(err)
	}
	var roles []rbacv1.ClusterRole
	for _, role := range filled.clusterRoles {
		roles = append(roles, *role)
	}
	return roles
})

// aggregated is the policy after the aggregation controller has done all that it can find to do, in an order that is
// chance, as in a cluster.
func (p policy) aggregated() (*policy, error) {
	var names []string
	for name, role := range p.clusterRoles {
		if role.AggregationRule != nil {
			names = append(names, name)
		}
	}
	if len(names) == 0 || p.settled {
		return &p, nil
	}
	objects := make([]any, 0, len(p.clusterRoles))
	for _, role := range p.clusterRoles {
		objects = append(objects, role)
	}
	if err := aggregation.store.Replace(objects, ""); err != nil {
		return nil, err
	}
	aggregation.owned = map[string]bool{}
	for round := 0; ; round++ {
		if round > 4*len(names)+10 {
			return nil, errors.New("aggregation comes to no end")
		}
		aggregation.changed = false
		rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
		for _, name := range names {
			if err := aggregation.sync(context.Background(), name); err != nil {
				return nil, err
			}
		}
		if !aggregation.changed {
			break
		}
	}
	p.clusterRoles = map[string]*rbacv1.ClusterRole{}
	for _, object := range aggregation.store.List() {
		role := object.(*rbacv1.ClusterRole)
		p.clusterRoles[role.Name] = role
	}
	return &p, nil
}

// aggregator drives the sync function of the released controller over a store, through a client that does with the
// controller's apply requests what the API server does: the controller owns the rules that it once wrote.
type aggregator struct {
	rbacv1client.ClusterRoleInterface
	store   cache.Indexer
	sync    func(ctx context.Context, name string) error
	owned   map[string]bool
	changed bool
}

var aggregation = newAggregator()

func newAggregator() *aggregator {
	informer := informers.NewSharedInformerFactory(fake.NewClientset(), 0).Rbac().V1().ClusterRoles()
	a := &aggregator{store: informer.Informer().GetIndexer()}
	controller := clusterroleaggregation.NewClusterRoleAggregation(informer, a)
	handler := reflect.ValueOf(controller).Elem().FieldByName("syncHandler")
	a.sync = *(*func(context.Context, string) error)(unsafe.Pointer(handler.UnsafeAddr()))
	return a
}

func (a *aggregator) ClusterRoles() rbacv1client.ClusterRoleInterface { return a }

func (a *aggregator) Apply(_ context.Context, config *rbacv1ac.ClusterRoleApplyConfiguration, _ metav1.ApplyOptions) (*rbacv1.ClusterRole, error) {
	object, exists, err := a.store.GetByKey(*config.Name)
	if err != nil || !exists {
		return nil, apierrors.NewNotFound(rbacv1.Resource("clusterroles"), *config.Name)
	}
	if len(config.Rules) == 0 && !a.owned[*config.Name] {
		return object.(*rbacv1.ClusterRole), nil
	}
	role := object.(*rbacv1.ClusterRole).DeepCopy()
	role.Rules = nil
	for _, rule := range config.Rules {
		role.Rules = append(role.Rules, rbacv1.PolicyRule{
			Verbs: rule.Verbs, APIGroups: rule.APIGroups, Resources: rule.Resources,
			ResourceNames: rule.ResourceNames, NonResourceURLs: rule.NonResourceURLs})
	}
	a.owned[role.Name], a.changed = true, true
	return role, a.store.Update(role)
}

// The four below are what the RBAC authorizer asks. A role that does not exist is the error of an informer's lister.

func (p *policy) GetRole(_ context.Context, namespace, name string) (*rbacv1.Role, error) {
	if role := p.roles[[2]string{namespace, name}]; role != nil {
		return role, nil
	}
	return nil, apierrors.NewNotFound(rbacv1.Resource("role"), name)
}

func (p *policy) GetClusterRole(_ context.Context, name string) (*rbacv1.ClusterRole, error) {
	if role := p.clusterRoles[name]; role != nil {
		return role, nil
	}
	return nil, apierrors.NewNotFound(rbacv1.Resource("clusterrole"), name)
}

func (p *policy) ListClusterRoleBindings(context.Context) ([]*rbacv1.ClusterRoleBinding, error) {
	return p.clusterRoleBindings, nil
}

func (p *policy) ListRoleBindings(_ context.Context, namespace string) ([]*rbacv1.RoleBinding, error) {
	return p.roleBindings[namespace], nil
}
