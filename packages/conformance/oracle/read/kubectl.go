package main

import (
	"bytes"
	"net/http"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/openapi"
	"k8s.io/client-go/openapi/cached"
	restclient "k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"k8s.io/kubectl/pkg/cmd/apply"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"
	"k8s.io/kubectl/pkg/validation"
)

// policyFile is what the text is called in what kubectl says.
const policyFile = "policy.yaml"

// kubectl is the released command, whose requests go to a server in the same process.
type kubectl struct {
	cmdutil.Factory
	getter    *clientGetter
	validator validation.Schema
	encoder   runtime.Encoder
}

func newKubectl(transport http.RoundTripper) (*kubectl, error) {
	getter := &clientGetter{transport: transport}
	client, err := discovery.NewDiscoveryClientForConfig(getter.config())
	if err != nil {
		return nil, err
	}
	getter.discovery = memory.NewMemCacheClient(client)
	k := &kubectl{Factory: cmdutil.NewFactory(getter), getter: getter, encoder: unstructured.UnstructuredJSONScheme}
	k.validator, err = k.Factory.Validator("Strict")
	return k, err
}

// Validator is made once, since it keeps what it read of the server's schema.
func (k *kubectl) Validator(string) (validation.Schema, error) { return k.validator, nil }

func (k *kubectl) OpenAPIV3Client() (openapi.Client, error) {
	return cached.NewClient(k.getter.discovery.OpenAPIV3()), nil
}

// objects are those that `kubectl apply` finds in a document, lists taken apart, and what it says of those it does not.
func (k *kubectl) objects(text string, schema validation.Schema) ([]*resource.Info, error) {
	if err := os.WriteFile(policyFile, []byte(text), 0o600); err != nil {
		return nil, err
	}
	return k.NewBuilder().Unstructured().Schema(schema).ContinueOnError().NamespaceParam("default").DefaultNamespace().
		FilenameParam(false, &resource.FilenameOptions{Filenames: []string{policyFile}}).Flatten().Do().Infos()
}

// exit is what kubectl would end with.
type exit struct {
	message string
	code    int
}

// apply runs `kubectl apply -f` on a text, and answers what it printed, without `Warning:` lines, and its exit code.
func (k *kubectl) apply(text string) (ended exit, err error) {
	if err := os.WriteFile(policyFile, []byte(text), 0o600); err != nil {
		return ended, err
	}
	var out, errOut bytes.Buffer
	command := apply.NewCmdApply("kubectl", k, genericiooptions.IOStreams{In: strings.NewReader(""), Out: &out, ErrOut: &errOut})
	command.SetOut(&out)
	command.SetErr(&errOut)
	command.SilenceUsage = true
	command.SetArgs([]string{"-f", policyFile})
	defer func() {
		if thrown := recover(); thrown != nil {
			message, isExit := thrown.(exit)
			if !isExit {
				panic(thrown)
			}
			ended = message
		}
	}()
	cmdutil.BehaviorOnFatal(func(message string, code int) { panic(exit{message, code}) })
	return ended, command.Execute()
}

// clientGetter is a kubeconfig whose namespace is default.
type clientGetter struct {
	transport http.RoundTripper
	discovery discovery.CachedDiscoveryInterface
}

func (c *clientGetter) config() *restclient.Config {
	return &restclient.Config{Host: "http://127.0.0.1", Transport: c.transport, QPS: -1}
}

func (c *clientGetter) ToRESTConfig() (*restclient.Config, error) { return c.config(), nil }

func (c *clientGetter) ToDiscoveryClient() (discovery.CachedDiscoveryInterface, error) {
	return c.discovery, nil
}

func (c *clientGetter) ToRESTMapper() (meta.RESTMapper, error) {
	return restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(c.discovery), c.discovery, nil), nil
}

func (c *clientGetter) ToRawKubeConfigLoader() clientcmd.ClientConfig {
	config := clientcmdapi.NewConfig()
	config.Clusters["oracle"] = &clientcmdapi.Cluster{Server: c.config().Host}
	config.Contexts["oracle"] = &clientcmdapi.Context{Cluster: "oracle"}
	config.CurrentContext = "oracle"
	return clientcmd.NewDefaultClientConfig(*config, &clientcmd.ConfigOverrides{})
}
