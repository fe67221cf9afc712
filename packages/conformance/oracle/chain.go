package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/util/cache"
	"k8s.io/apimachinery/pkg/util/sets"
	authzconfig "k8s.io/apiserver/pkg/apis/apiserver"
	"k8s.io/apiserver/pkg/authorization/authorizer"
	authorizationcel "k8s.io/apiserver/pkg/authorization/cel"
	webhookauthorizer "k8s.io/apiserver/plugin/pkg/authorizer/webhook"
	"k8s.io/client-go/informers"
	kubeauthorizer "k8s.io/kubernetes/pkg/kubeapiserver/authorizer"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/node"
	"k8s.io/kubernetes/plugin/pkg/auth/authorizer/rbac"
	"k8s.io/utils/clock"
)

// kubeconfigFolder begins the path of every kubeConfigFile in a vector; the oracle writes these files elsewhere.
const kubeconfigFolder = "/etc/kubernetes/"

// compiler reads the match conditions of all configurations; making one is slow.
var compiler = authorizationcel.NewDefaultCompiler()

// chain is the authorizer that kube-apiserver makes of an AuthorizationConfiguration, and its webhooks on loopback.
type chain struct {
	authorizer authorizer.Authorizer
	webhooks   []*loopbackWebhook
	folder     string
}

// newChain loads a configuration as kube-apiserver does at its start. Its RBAC and Node authorizers read the given policy and
// graph instead of what informers receive.
func newChain(config, table string, rules *rbac.RBACAuthorizer, nodes *node.NodeAuthorizer, now clock.PassiveClock) (made *chain, err error) {
	made = &chain{}
	defer func() {
		if err != nil {
			made.Close()
		}
	}()
	if made.folder, err = os.MkdirTemp("", "oracle-chain-"); err != nil {
		return made, err
	}
	entries, err := readTable(table)
	if err != nil {
		return made, err
	}
	for _, name := range kubeconfigsIn(config) {
		started := startWebhook(name, entries[name])
		made.webhooks = append(made.webhooks, started)
		if err := os.WriteFile(filepath.Join(made.folder, name), started.kubeconfig(), 0o600); err != nil {
			return made, err
		}
	}
	text := strings.ReplaceAll(config, kubeconfigFolder, made.folder+"/")
	loaded, err := kubeauthorizer.LoadAndValidateData([]byte(text), compiler, sets.New[authzconfig.AuthorizerType]())
	if err != nil {
		return made, fmt.Errorf("%w: %v", errRefusedConfiguration, err)
	}
	resolver, _, err := kubeauthorizer.Config{
		WebhookRetryBackoff:        webhookauthorizer.DefaultRetryBackoff(),
		VersionedInformerFactory:   informers.NewSharedInformerFactory(nil, 0),
		CustomDial:                 made.dial,
		AuthorizationConfiguration: loaded,
	}.New(context.Background(), "")
	if err != nil {
		return made, err
	}
	fields := reflect.ValueOf(resolver).Elem()
	if one := *unexported[*rbac.RBACAuthorizer](fields.FieldByName("rbacAuthorizer")); one != nil {
		*one = *rules
	}
	if one := *unexported[*node.NodeAuthorizer](fields.FieldByName("nodeAuthorizer")); one != nil {
		*one = *nodes
	}
	if clocks := useClock(fields.FieldByName("current"), &advancing{PassiveClock: now}); clocks != len(made.webhooks) {
		return made, fmt.Errorf("%d of %d webhooks have the oracle's clock", clocks, len(made.webhooks))
	}
	made.authorizer = resolver
	return made, nil
}

// Close ends the webhooks.
func (c *chain) Close() {
	for _, one := range c.webhooks {
		one.server.Close()
	}
	os.RemoveAll(c.folder)
}

// dial connects to the webhook of a name.
func (c *chain) dial(ctx context.Context, network, address string) (net.Conn, error) {
	for _, one := range c.webhooks {
		if one.name+":80" == address {
			return (&net.Dialer{}).DialContext(ctx, network, one.server.Listener.Addr().String())
		}
	}
	return nil, fmt.Errorf("no webhook has the address %s", address)
}

// received is how many reviews each webhook got since the last call.
func (c *chain) received() map[string]int {
	counted := map[string]int{}
	for _, one := range c.webhooks {
		counted[one.name] = int(one.reviews.Swap(0))
	}
	return counted
}

// kubeconfigsIn are the names of the files in kubeconfigFolder, each once.
func kubeconfigsIn(config string) []string {
	found := sets.New[string]()
	for _, after := range strings.Split(config, kubeconfigFolder)[1:] {
		found.Insert(strings.TrimRight(strings.FieldsFunc(after, func(r rune) bool { return strings.ContainsRune(" \n,}\"'", r) })[0], "/"))
	}
	return sets.List(found)
}

// unexported points to an unexported field.
func unexported[T any](value reflect.Value) *T {
	return (*T)(value.Addr().UnsafePointer())
}

// advancing is a clock that stands still but for a nanosecond at each look, so that an entry kept for no time is found by nobody.
type advancing struct {
	clock.PassiveClock
	looks atomic.Int64
}

func (a *advancing) Now() time.Time { return a.PassiveClock.Now().Add(time.Duration(a.looks.Add(1))) }

// useClock gives the cache of every webhook another clock, and returns their number. The authorizer has no option for it.
func useClock(current reflect.Value, now cache.Clock) (webhooks int) {
	loaded := reflect.NewAt(current.Type(), current.Addr().UnsafePointer()).MethodByName("Load").Call(nil)[0]
	webhook := reflect.TypeFor[webhookauthorizer.WebhookAuthorizer]()
	var visit func(value reflect.Value)
	visit = func(value reflect.Value) {
		switch value.Kind() {
		case reflect.Interface, reflect.Pointer:
			if !value.IsNil() {
				visit(value.Elem())
			}
		case reflect.Slice:
			for i := range value.Len() {
				visit(value.Index(i))
			}
		case reflect.Struct:
			if value.Type() == webhook {
				responses := *unexported[*cache.LRUExpireCache](value.FieldByName("responseCache"))
				*unexported[cache.Clock](reflect.ValueOf(responses).Elem().FieldByName("clock")) = now
				webhooks++
				return
			}
			for _, name := range []string{"authorizer", "delegate", "Authorizer", "authorizers", "chain"} {
				if of := value.FieldByName(name); of.IsValid() {
					visit(of)
				}
			}
		}
	}
	visit(loaded)
	return webhooks
}
