package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/runtime"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// piece is one document of a stream, as it is written and as kubectl makes JSON of it.
type piece struct {
	source []byte
	isJSON bool
	// json is nil where err says why there is none.
	json []byte
	err  error
}

// split cuts a stream where kubectl cuts it. Other than there a document that is no YAML does not end it, so that
// something can be said of those behind it; what ends the stream here, too, is the last piece.
func split(text string) ([]piece, error) {
	var pieces []piece
	rest := text
	var jsonErr error
	if reader, _, isJSON := utilyaml.GuessJSONStream(strings.NewReader(text), 4096); isJSON {
		decoder := json.NewDecoder(reader)
		for {
			var raw json.RawMessage
			before := decoder.InputOffset()
			if jsonErr = decoder.Decode(&raw); jsonErr != nil {
				rest = text[before:]
				break
			}
			read := piece{source: raw, isJSON: true}
			if string(raw) != "null" {
				read.json = raw
			}
			pieces = append(pieces, read)
		}
		if errors.Is(jsonErr, io.EOF) {
			return pieces, nil
		}
		if len(pieces) > 1 {
			return append(pieces, piece{err: jsonErr}), nil
		}
		blank := len(rest) - len(strings.TrimLeftFunc(rest, unicode.IsSpace))
		if at := strings.IndexByte(rest[:blank], '\n'); at >= 0 {
			blank = at + 1
		}
		rest = rest[blank:]
	}
	documents := utilyaml.NewYAMLReader(bufio.NewReader(strings.NewReader(rest)))
	for {
		source, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return pieces, nil
		}
		if err != nil {
			return append(pieces, piece{err: err}), nil
		}
		read := piece{source: source}
		var raw runtime.RawExtension
		if read.err = yaml.Unmarshal(source, &raw); read.err == nil {
			read.json = raw.Raw
		}
		pieces = append(pieces, read)
	}
}

// asKubectl checks that the pieces are those of kubectl's own decoder, as far as that one reads, and gives the first
// piece that it does not read kubectl's words.
func asKubectl(text string, pieces []piece) ([]piece, error) {
	decoder := utilyaml.NewYAMLOrJSONDecoder(strings.NewReader(text), 4096)
	for i := range pieces {
		var raw runtime.RawExtension
		err := decoder.Decode(&raw)
		if err != nil && !errors.Is(err, io.EOF) {
			// Behind what is no YAML, too, and is no JSON where kubectl no longer changes its mind.
			goesOn := pieces[i].err != nil
			pieces[i].err = err
			if goesOn {
				return pieces, nil
			}
			return pieces[:i+1], nil
		}
		if err != nil || pieces[i].err != nil || !bytes.Equal(bytes.TrimSpace(raw.Raw), bytes.TrimSpace(pieces[i].json)) {
			return nil, fmt.Errorf("document %d: kubectl reads %s and %v, not %s and %v", i, raw.Raw, err, pieces[i].json, pieces[i].err)
		}
	}
	var raw runtime.RawExtension
	if err := decoder.Decode(&raw); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("kubectl reads more: %s and %v", raw.Raw, err)
	}
	return pieces, nil
}

// isEmpty says that a document holds nothing, which kubectl passes over.
func (p piece) isEmpty() bool {
	return p.err == nil && slices.Contains([]string{"", "null"}, string(bytes.TrimSpace(p.json)))
}
