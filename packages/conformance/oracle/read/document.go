package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "k8s.io/apimachinery/pkg/runtime/serializer/json"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/cli-runtime/pkg/resource"
	"k8s.io/kubectl/pkg/validation"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	sigsjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// document is what is said of one document of a stream, or of one object of a list.
type document struct {
	// In is the document of the stream, from 0, that it stands in. Updates have none.
	In int `json:"in,omitempty"`
	// Object is its kind, namespace and name; of a cluster's objects `ClusterRole a`. Empty where kubectl stops.
	Object string `json:"object,omitempty"`
	// By says who refuses it: kubectl, before anything is sent, or the API server.
	By string `json:"by,omitempty"`
	// Errors are all that is said against it, one by one, in order.
	Errors []string `json:"errors,omitempty"`
	// Further are the errors that follow where those of fields that are unknown or repeated are ignored.
	Further []string `json:"further,omitempty"`
	// Message is the whole message, of kubectl or of the API server's Status.
	Message string `json:"message,omitempty"`
}

const (
	byKubectl   = "kubectl"
	byAPIServer = "kube-apiserver"
)

// documentsOf says of each document what happens to it alone, in an empty cluster.
func (r *reader) documentsOf(pieces []piece) ([]document, error) {
	documents := []document{}
	for index, piece := range pieces {
		switch {
		case piece.err != nil:
			message := "error parsing " + policyFile + ": " + piece.err.Error()
			documents = append(documents,
				document{In: index, By: byKubectl, Errors: []string{piece.err.Error()}, Message: message})
		case piece.isEmpty():
			documents = append(documents, document{In: index})
		default:
			more, err := r.objectsOf(piece)
			if err != nil {
				return nil, err
			}
			for i := range more {
				more[i].In = index
			}
			documents = append(documents, more...)
		}
	}
	return documents, nil
}

// objectsOf asks for a document that is JSON or YAML: kubectl first, and the API server about the objects that it finds.
func (r *reader) objectsOf(p piece) ([]document, error) {
	infos, err := r.kubectl.objects(string(p.json), r.kubectl.validator)
	var documents []document
	list := isList(p.json)
	if list && p.isJSON {
		var anything any
		if strict, err := sigsjson.UnmarshalStrict(p.source, &anything); err == nil && len(strict) > 0 {
			return nil, errors.New("kubectl takes the last of a key that is given twice in a list in JSON")
		}
	}
	if err != nil {
		documents = append(documents, document{By: byKubectl, Errors: messages(err), Message: err.Error()})
		if list {
			// A list goes through kubectl's own schema first; without that the API server says what it would say.
			infos, _ = r.kubectl.objects(string(p.json), validation.NullSchema{})
		}
	}
	for _, info := range infos {
		if list && isNothing(info) {
			continue
		}
		body, contentType := p.source, "application/yaml"
		if p.isJSON {
			contentType = "application/json"
		}
		if list {
			if body, err = runtime.Encode(r.kubectl.encoder, info.Object); err != nil {
				return nil, err
			}
			contentType = "application/json"
		}
		asked, err := r.create(info, body, contentType)
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(asked.Message, "resourceVersion should not be set") {
			// kubectl takes it out before it creates an object.
			info.Object.(*unstructured.Unstructured).SetResourceVersion("")
			if body, err = runtime.Encode(r.kubectl.encoder, info.Object); err != nil {
				return nil, err
			}
			if asked, err = r.create(info, body, "application/json"); err != nil {
				return nil, err
			}
		}
		documents = append(documents, asked)
	}
	if _, repeated := yaml.YAMLToJSONStrict(p.source); len(infos) > 0 && list && !p.isJSON && repeated != nil {
		documents = append(documents, document{By: byAPIServer, Errors: []string{strictPrefix + repeated.Error()},
			Message: "not sent: " + repeated.Error()})
	}
	return documents, nil
}

// isNothing says that a list had null in the place of an object, to which kubectl gives the list's kind.
func isNothing(info *resource.Info) bool {
	content := info.Object.(*unstructured.Unstructured).Object
	for field, value := range content {
		metadata, isMap := value.(map[string]any)
		if field != "apiVersion" && field != "kind" && !(field == "metadata" && isMap && len(metadata) <= 1) {
			return false
		}
	}
	return info.Name == ""
}

func messages(err error) []string {
	var all utilerrors.Aggregate
	if !errors.As(err, &all) {
		return []string{err.Error()}
	}
	var texts []string
	for _, one := range all.Errors() {
		texts = append(texts, messages(one)...)
	}
	return texts
}

func isList(object []byte) bool {
	var head struct{ Items *json.RawMessage }
	return json.Unmarshal(object, &head) == nil && head.Items != nil
}

// create sends one object to an empty server, as it is written, and tells what the server says.
func (r *reader) create(info *resource.Info, body []byte, contentType string) (document, error) {
	object := document{Object: named(info.Mapping.GroupVersionKind.Kind, info.Namespace, info.Name)}
	if strings.ContainsAny(info.Namespace, "/%") || info.Namespace == "." || info.Namespace == ".." {
		return object, fmt.Errorf("no URL has the namespace %q", info.Namespace)
	}
	version := info.Object.GetObjectKind().GroupVersionKind().GroupVersion()
	path := "/" + strings.Join([]string{"apis", version.Group, version.Version}, "/")
	if version.Group == "" {
		path = "/api/" + version.Version
	}
	if info.Namespaced() {
		path += "/namespaces/" + url.PathEscape(info.Namespace)
	}
	path += "/" + info.Mapping.Resource.Resource
	status, err := r.post(path+"?fieldValidation=Strict", body, contentType)
	if errors.Is(err, errNoSuchPath) {
		object.By, object.Message, object.Errors = byKubectl, err.Error(), []string{err.Error()}
		return object, nil
	}
	if err != nil || status == nil {
		return object, err
	}
	object.By, object.Message, object.Errors = byAPIServer, status.Message, errorsOf(*status, body, contentType)
	if prefix := info.Object.(*unstructured.Unstructured).GetGenerateName(); prefix != "" && info.Name == "" {
		// The five characters are chance.
		random := regexp.MustCompile(regexp.QuoteMeta(prefix) + "[a-z0-9]{5}")
		object.Message = random.ReplaceAllLiteralString(object.Message, prefix+"xxxxx")
		for i, text := range object.Errors {
			object.Errors[i] = random.ReplaceAllLiteralString(text, prefix+"xxxxx")
		}
	}
	if strings.HasPrefix(object.Errors[0], strictPrefix) {
		further, err := r.post(path+"?fieldValidation=Ignore", body, contentType)
		if err != nil {
			return object, err
		}
		if further != nil {
			object.Further = errorsOf(*further, body, contentType)
		}
	}
	return object, nil
}

// post sends an object to an empty server; no Status means that it was taken.
func (r *reader) post(path string, body []byte, contentType string) (*metav1.Status, error) {
	r.server.store.clear()
	request := httptest.NewRequest(http.MethodPost, path, bytes.NewReader(body))
	request.Header.Set("Content-Type", contentType)
	recorder := httptest.NewRecorder()
	r.server.handler.ServeHTTP(recorder, request)
	if recorder.Code < 300 {
		return nil, nil
	}
	if !strings.HasPrefix(recorder.Header().Get("Content-Type"), "application/json") {
		return nil, errNoSuchPath
	}
	var status metav1.Status
	return &status, json.Unmarshal(recorder.Body.Bytes(), &status)
}

// errNoSuchPath has kubectl's words for an answer that is no Status.
var errNoSuchPath = errors.New("the server could not find the requested resource")

const strictPrefix = "strict decoding error: "

func named(kind, namespace, name string) string {
	if namespace != "" {
		return kind + " " + namespace + "/" + name
	}
	return kind + " " + name
}

// errorsOf takes a Status apart: a refused object has a cause for each error, an object that is none has one message.
func errorsOf(status metav1.Status, body []byte, contentType string) []string {
	var texts []string
	if status.Details != nil {
		for _, cause := range status.Details.Causes {
			texts = append(texts, cause.Field+": "+cause.Message)
		}
	}
	if len(texts) > 0 {
		return texts
	}
	if !strings.Contains(status.Message, strictPrefix) {
		return []string{status.Message}
	}
	strict := kjson.NewSerializerWithOptions(kjson.DefaultMetaFactory, legacyscheme.Scheme, legacyscheme.Scheme,
		kjson.SerializerOptions{Yaml: contentType == "application/yaml", Strict: true})
	_, _, err := strict.Decode(body, nil, nil)
	if all, is := runtime.AsStrictDecodingError(err); is {
		for _, one := range all.Errors() {
			texts = append(texts, "strict decoding error: "+one.Error())
		}
		return texts
	}
	return []string{status.Message}
}
