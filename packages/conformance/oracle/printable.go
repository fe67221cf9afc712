package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const printableHeader = `/** The Unicode version of the Go release that kube-apiserver is built with. */
export const UNICODE_VERSION = '%s'

/**
 * Lengths of runs of characters, from U+0000 on, in base 36: alternately characters that Go escapes and characters that it
 * prints (Go: strconv.IsPrint). Written by "pnpm conformance:data".
 */
export const PRINTABLE_RUNS = ` + "`\n%s\n`\n"

func writePrintable(out io.Writer) error {
	var lines []string
	line, printable, start := "", false, rune(0)
	note := func(to rune) {
		run := strconv.FormatInt(int64(to-start), 36)
		if len(line)+len(run) > 118 {
			lines, line = append(lines, strings.TrimSpace(line)), ""
		}
		line += run + " "
		start, printable = to, !printable
	}
	for character := rune(0); character <= utf8.MaxRune; character++ {
		if strconv.IsPrint(character) != printable {
			note(character)
		}
	}
	note(utf8.MaxRune + 1)
	_, err := fmt.Fprintf(out, printableHeader, unicode.Version, strings.Join(append(lines, strings.TrimSpace(line)), "\n"))
	return err
}
