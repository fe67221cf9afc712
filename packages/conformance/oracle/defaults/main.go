// Command defaults writes what kube-apiserver has by default, in the release of k8s.io/kubernetes that it is built with.
// It needs little of the release, so that it builds with those that the other programs do not build with.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"authz-playground.dev/oracle/defaultroles"
)

func main() {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	roles, err := defaultroles.YAML()
	if err == nil {
		err = encoder.Encode(map[string]any{
			"madeFrom": defaultroles.MadeFrom(), "roles": roles, "nodeRules": defaultroles.NodeRules()})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
