package main

import (
	"fmt"
	"os"
)

func main() {
	var err error
	switch {
	case len(os.Args) == 3 && os.Args[1] == "data" && os.Args[2] == "default-roles":
		err = writeDefaultRoles(os.Stdout)
	case len(os.Args) == 3 && os.Args[1] == "data" && os.Args[2] == "node-rules":
		err = writeNodeRules(os.Stdout)
	default:
		fmt.Fprintln(os.Stderr, "usage")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
