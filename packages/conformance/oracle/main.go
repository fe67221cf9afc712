// The oracle answers scenarios with kube-apiserver's own packages. docs/conformance.md says how it is used.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"authz-playground.dev/oracle/defaultroles"
	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

const usage = `oracle answer              answers scenarios (NDJSON, from standard input to standard output, line by line)
oracle query               answers questions about policies: who can, and what a user can (NDJSON, line by line)
oracle review              answers reviews, and the writes whose steps after authorization ask (NDJSON, line by line)
oracle data printable      writes which characters Go prints as they are, as a TypeScript module
oracle version             writes the upstream release whose code answers`

func main() {
	klog.SetLogger(logr.Discard())
	var err error
	switch strings.Join(os.Args[1:], " ") {
	case "answer":
		err = answerLines(os.Stdin, os.Stdout, answerLine)
	case "query":
		err = answerLines(os.Stdin, os.Stdout, answerQueries)
	case "review":
		err = answerLines(os.Stdin, os.Stdout, answerReviews)
	case "data printable":
		err = writePrintable(os.Stdout)
	case "version":
		_, err = fmt.Println(defaultroles.MadeFrom())
	default:
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// answerLines answers each line before it reads the next, so that a program can ask one question at a time.
func answerLines(in io.Reader, out io.Writer, answer func(line []byte) (any, error)) error {
	lines := bufio.NewReaderSize(in, 1<<20)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			answered, err := answer(line)
			if err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
			if err := writeLine(out, answered); err != nil {
				return err
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func answerLine(line []byte) (any, error) {
	var asked scenario
	if err := json.Unmarshal(line, &asked); err != nil {
		return nil, err
	}
	return answerScenario(asked), nil
}

func writeLine(out io.Writer, answered any) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answered); err != nil {
		return err
	}
	_, err := out.Write(line.Bytes())
	return err
}
