// read says of texts what kubectl and kube-apiserver make of them: the released `kubectl apply`, sending to the released
// handlers, validation and registries of RBAC objects in the same process, with a map in the place of etcd.
// docs/conformance.md describes what it reads and writes.
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

	"github.com/go-logr/logr"
	"k8s.io/klog/v2"
)

// reading is a text and what comes of it, as a vectors file has it.
type reading struct {
	ID   string `json:"id"`
	Text string `json:"text"`
	// Documents are those of the stream, lists taken apart, each alone.
	Documents []document `json:"documents"`
	Applied   *applied   `json:"applied,omitempty"`
	// Dropped says why a text is no vector. It is for the program that asked, and never in a vectors file.
	Dropped string `json:"dropped,omitempty"`
}

type reader struct {
	server  *apiServer
	kubectl *kubectl
}

func main() {
	klog.SetLogger(logr.Discard())
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers each line before it reads the next, so that a program can ask one question at a time.
func run(in io.Reader, out io.Writer) error {
	folder, err := os.MkdirTemp("", "read")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	if err := os.Chdir(folder); err != nil {
		return err
	}
	server, err := newAPIServer()
	if err != nil {
		return err
	}
	r := &reader{server: server}
	if r.kubectl, err = newKubectl(server); err != nil {
		return err
	}
	lines := bufio.NewReaderSize(in, 1<<20)
	for number := 1; ; number++ {
		line, err := lines.ReadBytes('\n')
		if len(bytes.TrimSpace(line)) > 0 {
			var asked reading
			if err := json.Unmarshal(line, &asked); err != nil {
				return fmt.Errorf("line %d: %w", number, err)
			}
			if err := write(out, r.read(asked)); err != nil {
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

func write(out io.Writer, answered reading) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answered); err != nil {
		return err
	}
	_, err := out.Write(line.Bytes())
	return err
}

func (r *reader) read(asked reading) reading {
	asked.Documents, asked.Applied, asked.Dropped = nil, nil, ""
	dropped := func(err error) reading {
		asked.Dropped = err.Error()
		return asked
	}
	// kubectl reads files without their byte order mark.
	text := strings.TrimPrefix(asked.Text, "\ufeff")
	pieces, err := split(text)
	if err != nil {
		return dropped(err)
	}
	if pieces, err = asKubectl(text, pieces); err != nil {
		return dropped(err)
	}
	if asked.Documents, err = r.documentsOf(pieces); err != nil {
		return dropped(err)
	}
	if asked.Applied, err = r.apply(asked.Text); err != nil {
		return dropped(err)
	}
	return asked
}
