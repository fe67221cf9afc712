// Patches makes random JSON patches and answers them with the library that kube-apiserver applies them with, one a line
// of NDJSON: the object, the patch, and the object after it or the error. docs/conformance.md says how it is used.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand"
	"os"
	"strings"

	jsonpatch "gopkg.in/evanphx/json-patch.v4"
)

type answer struct {
	Object json.RawMessage `json:"object"`
	Patch  json.RawMessage `json:"patch"`
	After  json.RawMessage `json:"after,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// Names of fields, those of JavaScript's prototypes among them, and parts of pointers that may lead nowhere.
var (
	names  = []string{"a", "b", "constructor", "__proto__", "toString", "x/y", "~", "", "0", "-"}
	tokens = []string{"a", "b", "constructor", "__proto__", "toString", "x~1y", "~0", "~01", "", "0", "1", "2", "-1", "-3",
		"+1", "01", "-", "9", "x", "99999999999999999999", "-0"}
	escaper = strings.NewReplacer("~", "~0", "/", "~1")
)

func main() {
	count := flag.Int("n", 3000, "how many patches")
	seed := flag.Int64("seed", 6902, "what they are made from")
	flag.Parse()
	// Go: JSONPatchMaxCopyBytes of the configuration of k8s.io/apiserver.
	jsonpatch.AccumulatedCopySizeLimit = 3 * 1024 * 1024
	random := maker{rand.New(rand.NewSource(*seed))}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for made := 0; made < *count; {
		object := random.object()
		one, panicked := apply(object, random.patch(object))
		if panicked {
			continue
		}
		line, err := json.Marshal(one)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Fprintf(out, "%s\n", line)
		made++
	}
}

// apply reports whether the library panicked, which it does at a null inside a list that is compared.
func apply(object any, operations []any) (one answer, panicked bool) {
	defer func() { panicked = recover() != nil }()
	one.Object, one.Patch = marshalled(object), marshalled(operations)
	patch, err := jsonpatch.DecodePatch(one.Patch)
	if err == nil {
		one.After, err = patch.Apply(one.Object)
	}
	if err != nil {
		one.Error = err.Error()
	}
	return one, false
}

func marshalled(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	return text
}

type maker struct{ *rand.Rand }

func (m maker) rarely() bool { return m.Intn(60) == 0 }

func (m maker) object() map[string]any {
	object := map[string]any{}
	for range 1 + m.Intn(3) {
		object[names[m.Intn(len(names))]] = m.value(3)
	}
	return object
}

func (m maker) value(depth int) any {
	switch n := m.Intn(8); {
	case depth > 0 && n < 3:
		object := map[string]any{}
		for range m.Intn(4) {
			object[names[m.Intn(len(names))]] = m.value(depth - 1)
		}
		return object
	case depth > 0 && n < 5:
		list := []any{}
		for range m.Intn(4) {
			if item := m.value(depth - 1); item != nil {
				list = append(list, item)
			}
		}
		return list
	case n == 5:
		return nil
	case n == 6:
		return m.Intn(3)
	default:
		return []any{"s", "é<", true, "t"}[m.Intn(4)]
	}
}

func (m maker) patch(object map[string]any) []any {
	operations := []any{}
	for range 1 + m.Intn(3) {
		kind := []string{"add", "add", "remove", "replace", "move", "copy", "test", "test"}[m.Intn(8)]
		operation := map[string]any{"op": kind, "path": m.pointer(object)}
		switch {
		case kind == "move" || kind == "copy":
			operation["from"] = m.pointer(object)
		case kind == "test" && m.Intn(2) == 0:
			name := names[m.Intn(len(names))]
			operation["path"], operation["value"] = "/"+escaper.Replace(name), object[name]
		// Of a test without a value the answer depends on who wrote the null that it meets.
		case kind == "test" || m.Intn(20) > 0:
			operation["value"] = m.value(2)
		}
		for _, field := range []string{"op", "path", "from"} {
			if _, ok := operation[field]; ok && m.rarely() {
				operation[field] = []any{nil, 1, []any{}, true, "merge"}[m.Intn(5)]
			}
		}
		operations = append(operations, operation)
	}
	return operations
}

// pointer is mostly one that leads somewhere.
func (m maker) pointer(at any) string {
	if m.rarely() {
		return ""
	}
	pointer := ""
	if m.rarely() {
		pointer = "ignored"
	}
	for range 1 + m.Intn(4) {
		token := tokens[m.Intn(len(tokens))]
		switch container := at.(type) {
		case map[string]any:
			at = nil
			for _, name := range names {
				if value, ok := container[name]; ok && m.Intn(2) == 0 {
					token, at = escaper.Replace(name), value
					break
				}
			}
		case []any:
			at = nil
			if len(container) > 0 && m.Intn(4) > 0 {
				index := m.Intn(len(container))
				at = container[index]
				token = fmt.Sprint(index)
				if m.Intn(5) == 0 {
					token = fmt.Sprint(index - len(container))
				}
			}
		default:
			if m.Intn(2) == 0 {
				return pointer + "/" + token
			}
		}
		pointer += "/" + token
	}
	return pointer
}
