import { MOST_VALUES, tooManyValues, YamlProblem } from '../problems/problem.ts'
import { MAX_DEPTH } from '../scanner/scanner.ts'
import type { MappingNode, MappingPair, ScalarNode, SequenceNode, TreeNode } from '../tree.ts'

/**
 * Reads a text that is known to be JSON into the same tree as YAML. It does not use the YAML parser: libyaml refuses some
 * JSON (`\/`, surrogate pairs, long keys), and kubectl and kube-apiserver use a JSON decoder.
 *
 * @throws YamlProblem when it nests too deep, or has too many values
 */
export function parseJSON(text: string, base: number): TreeNode {
  return new Reader(text, base).value(0)
}

const SPACE = /[ \t\r\n]*/y
const LITERAL = /[-+.0-9a-zA-Z]+/y
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

class Reader {
  #at = 0
  #count = 0

  constructor(
    readonly text: string,
    readonly base: number,
  ) {}

  value(depth: number): TreeNode {
    if (depth > MAX_DEPTH) {
      throw new YamlProblem(`nested deeper than ${MAX_DEPTH} levels`, this.#at, -1, 0, 'nested-too-deep')
    }
    if (++this.#count > MOST_VALUES) throw tooManyValues(this.#at)
    this.#take(SPACE)
    switch (this.text.charAt(this.#at)) {
      case '{':
        return this.#object(depth)
      case '[':
        return this.#array(depth)
      case '"':
        return this.#string()
      default:
        return this.#literal()
    }
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.text)?.[0] ?? ''
    this.#at += match.length
    return match
  }

  /** Skips the character and the blanks around it, and returns whether it was there. */
  #skip(character: string): boolean {
    this.#take(SPACE)
    if (this.text.charAt(this.#at) !== character) return false
    this.#at++
    return true
  }

  #object(depth: number): MappingNode {
    const start = this.#at
    const pairs: MappingPair[] = []
    this.#at++
    while (!this.#skip('}')) {
      this.#skip(',')
      this.#take(SPACE)
      this.#count++
      const key = this.#string()
      this.#skip(':')
      pairs.push({ key, value: this.value(depth + 1) })
    }
    return { kind: 'mapping', ...this.#span(start), tag: '', pairs }
  }

  #array(depth: number): SequenceNode {
    const start = this.#at
    const items: TreeNode[] = []
    this.#at++
    while (!this.#skip(']')) {
      this.#skip(',')
      items.push(this.value(depth + 1))
    }
    return { kind: 'sequence', ...this.#span(start), tag: '', items }
  }

  #string(): ScalarNode {
    const start = this.#at
    do this.#at = this.text.indexOf('"', this.#at + 1)
    while (this.#isEscaped(this.#at))
    this.#at++
    const source = this.text.slice(start, this.#at)
    const value = source.includes('\\')
      ? // A half of a surrogate pair becomes U+FFFD, as in Go's decoder.
        (JSON.parse(source) as string).replace(LONE_SURROGATE, '\ufffd')
      : source.slice(1, -1)
    return { kind: 'scalar', ...this.#span(start), tag: '', value, plain: false }
  }

  /** Whether an odd number of backslashes comes before the offset. */
  #isEscaped(at: number): boolean {
    let before = at - 1
    while (this.text.charAt(before) === '\\') before--
    return (at - before) % 2 === 0
  }

  #literal(): ScalarNode {
    const start = this.#at
    const value = this.#take(LITERAL)
    return { kind: 'scalar', ...this.#span(start), tag: '', value, plain: true }
  }

  #span(start: number) {
    return { start: this.base + start, end: this.base + this.#at }
  }
}
