import { MOST_VALUES, tooManyValues, YamlProblem } from './problems/problem.ts'
import { lineIndexAt } from './scanner/cursor.ts'
import { Scanner } from './scanner/scanner.ts'
import type { TokenType, YamlToken } from './scanner/token-queue.ts'
import type { AliasNode, MappingNode, MappingPair, ScalarNode, SequenceNode, TreeNode } from './tree.ts'

export interface ParsedDocument {
  /** Absent when the document has nothing but comments. */
  readonly root?: TreeNode
  /** The offset of text after the first YAML document, which the API server ignores; -1 when there is none. */
  readonly ignoredFrom: number
}

/**
 * Reads one YAML document as kube-apiserver's parser does (Go: `parserc.go` and `decode.go` in
 * `go.yaml.in/yaml/v2`): only the first document, without any text after `...` or after a closed `{}`. Offsets in the tree
 * are `base` plus the offset in `text`. The last line of `text` must end with a line break.
 *
 * @throws YamlProblem with offsets into `text`
 */
export function parseYaml(text: string, base: number): ParsedDocument {
  return new Parser(text, base).document()
}

/** The context of a node: flow nodes contain no block collections; values of keys may have dashes at the key's column. */
type Context = 'block' | 'block-or-indentless' | 'flow'

interface Anchored {
  /** Absent while the node is still being read. */
  node?: TreeNode
  /** The number of nodes that an alias to it repeats. */
  size: number
}

const DOCUMENT_BOUNDARIES: ReadonlySet<TokenType> = new Set<TokenType>([
  'directive',
  'document-start',
  'document-end',
  'stream-end',
])

class Parser {
  readonly #scanner: Scanner
  readonly #anchors = new Map<string, Anchored>()
  /** The nodes read so far, as the API server counts them: each alias counts the nodes that it repeats again. */
  #count = 0
  /** The nodes in {@link #count} that come from aliases. */
  #repeated = 0

  constructor(
    readonly text: string,
    readonly base: number,
  ) {
    this.#scanner = new Scanner(text)
  }

  document(): ParsedDocument {
    let directives = false
    const given = new Set<string>()
    while (this.#is('directive')) {
      const directive = this.#scanner.next()
      const [word = '', handle] = this.text.slice(directive.start, directive.end).split(/\s+/)
      // There may be one %YAML directive, and one %TAG directive for each handle.
      const name = word === '%YAML' ? word : `${word} ${handle}`
      if (given.has(name)) this.#fail(`found duplicate ${word} directive`, directive)
      if (directive.value !== '') this.#fail(directive.value, directive)
      given.add(name)
      directives = true
    }
    const first = this.#scanner.peek()
    if (first.type === 'document-start') {
      this.#scanner.next()
      if (DOCUMENT_BOUNDARIES.has(this.#scanner.peek().type)) return { ignoredFrom: this.#rest() }
    } else if (directives) {
      this.#fail('did not find expected <document start>', first)
    } else if (first.type === 'stream-end') {
      return { ignoredFrom: -1 }
    }
    const root = this.#node('block')
    this.#checkAliases()
    return { root, ignoredFrom: this.#rest() }
  }

  #rest(): number {
    const token = this.#scanner.peek()
    if (token.type === 'stream-end') return -1
    return this.base + (token.type === 'document-end' ? token.end : token.start)
  }

  /**
   * Refuses aliases that repeat too many nodes: a few lines of aliases to aliases can mean billions of nodes. The limits
   * are kube-apiserver's (Go: `allowedAliasRatio`): 99 % of up to 400,000 nodes may come from aliases, falling to 10 % of
   * 4,000,000.
   */
  #checkAliases(): void {
    if (this.#repeated <= 100 || this.#count <= 1000) return
    const beyond = Math.min(Math.max(this.#count - 400_000, 0) / 3_600_000, 1)
    if (this.#repeated / this.#count <= 0.99 - 0.89 * beyond) return
    throw new YamlProblem('document contains excessive aliasing', 0, -1, 0)
  }

  #is(type: TokenType): boolean {
    return this.#scanner.peek().type === type
  }

  /** Throws a problem of the parser at a token. Unlike the scanner's, its printed line counts from 0. */
  #fail(problem: string, token: YamlToken, context?: YamlToken): never {
    const line = lineIndexAt(this.text, token.start)
    const printed = line !== 0 || context === undefined ? line : lineIndexAt(this.text, context.start)
    throw new YamlProblem(problem, token.start, context?.start ?? -1, printed)
  }

  #node(context: Context): TreeNode {
    const before = this.#count++
    const scanner = this.#scanner
    const first = scanner.peek()
    if (this.#count - this.#repeated > MOST_VALUES) throw tooManyValues(first.start)
    if (first.type === 'alias') return this.#alias(scanner.next())
    let anchor: YamlToken | undefined
    let tag: YamlToken | undefined
    if (first.type === 'anchor') {
      anchor = scanner.next()
      if (this.#is('tag')) tag = scanner.next()
    } else if (first.type === 'tag') {
      tag = scanner.next()
      if (this.#is('anchor')) anchor = scanner.next()
    }
    const property = tag ?? anchor
    if (property === undefined) return this.#content(context, first, undefined, undefined)
    const propertiesStart = this.base + first.start
    if (anchor === undefined) return { ...this.#content(context, first, tag, tag), propertiesStart }
    const anchored: Anchored = { size: 0 }
    this.#anchors.set(anchor.value, anchored)
    const node = { ...this.#content(context, first, tag, property), propertiesStart }
    anchored.node = node
    anchored.size = this.#count - before
    return node
  }

  #alias({ value: name, start, end }: YamlToken): AliasNode {
    const anchored = this.#anchors.get(name)
    if (anchored === undefined) throw new YamlProblem(`unknown anchor '${name}' referenced`, start, -1, 0)
    if (anchored.node === undefined) throw new YamlProblem(`anchor '${name}' value contains itself`, start, -1, 0)
    this.#count += anchored.size
    this.#repeated += anchored.size
    return { kind: 'alias', start: this.base + start, end: this.base + end, tag: '', name, target: anchored.node }
  }

  /** Reads the content of a node after its tag and anchor. `property` is the last of the two. */
  #content(context: Context, first: YamlToken, tag: YamlToken | undefined, property: YamlToken | undefined): TreeNode {
    const token = this.#scanner.peek()
    switch (token.type) {
      case 'scalar':
        return this.#scalar(this.#scanner.next(), tag)
      case 'flow-sequence-start':
        return this.#flowSequence(tag)
      case 'flow-mapping-start':
        return this.#flowMapping(tag)
      case 'block-sequence-start':
        if (context !== 'flow') return this.#blockSequence(tag)
        break
      case 'block-mapping-start':
        if (context !== 'flow') return this.#blockMapping(tag)
        break
      case 'block-entry':
        if (context === 'block-or-indentless') return this.#indentlessSequence(tag)
        break
      default:
        break
    }
    if (property !== undefined) return this.#empty(property.end, tag)
    return this.#fail('did not find expected node content', token, first)
  }

  #scalar(token: YamlToken, tag: YamlToken | undefined): ScalarNode {
    return {
      kind: 'scalar',
      start: this.base + token.start,
      end: this.base + token.end,
      tag: tag?.value ?? '',
      value: token.value,
      plain: token.plain && tag === undefined,
    }
  }

  /** The null node for a missing value. */
  #empty(at: number, tag?: YamlToken): ScalarNode {
    const offset = this.base + at
    return { kind: 'scalar', start: offset, end: offset, tag: tag?.value ?? '', value: '', plain: tag === undefined }
  }

  #sequence(start: number, end: number, items: readonly TreeNode[], tag: YamlToken | undefined): SequenceNode {
    return { kind: 'sequence', start: this.base + start, end: this.base + end, tag: tag?.value ?? '', items }
  }

  #mapping(start: number, end: number, pairs: readonly MappingPair[], tag?: YamlToken): MappingNode {
    return { kind: 'mapping', start: this.base + start, end: this.base + end, tag: tag?.value ?? '', pairs }
  }

  /** The end of the later of the two nodes, as an offset into the document's text. */
  #endOf(key: TreeNode, value: TreeNode = key): number {
    return Math.max(key.end, value.end) - this.base
  }

  #blockSequence(tag: YamlToken | undefined): SequenceNode {
    const open = this.#scanner.next()
    const items: TreeNode[] = []
    let end = open.end
    while (this.#is('block-entry')) {
      const dash = this.#scanner.next()
      const next = this.#scanner.peek().type
      const item = next === 'block-entry' || next === 'block-end' ? this.#empty(dash.end) : this.#node('block')
      items.push(item)
      end = Math.max(dash.end, this.#endOf(item))
    }
    if (!this.#is('block-end')) this.#fail("did not find expected '-' indicator", this.#scanner.peek(), open)
    this.#scanner.next()
    return this.#sequence(open.start, end, items, tag)
  }

  /** Reads a sequence whose dashes are at the column of its key. */
  #indentlessSequence(tag: YamlToken | undefined): SequenceNode {
    const { start } = this.#scanner.peek()
    const items: TreeNode[] = []
    let end = start
    while (this.#is('block-entry')) {
      const dash = this.#scanner.next()
      const next = this.#scanner.peek().type
      const empty = next === 'block-entry' || next === 'key' || next === 'value' || next === 'block-end'
      const item = empty ? this.#empty(dash.end) : this.#node('block')
      items.push(item)
      end = Math.max(dash.end, this.#endOf(item))
    }
    return this.#sequence(start, end, items, tag)
  }

  #blockMapping(tag: YamlToken | undefined): MappingNode {
    const open = this.#scanner.next()
    const pairs: MappingPair[] = []
    let end = open.end
    while (this.#is('key')) {
      const key = this.#blockPart(this.#scanner.next())
      const value = this.#is('value') ? this.#blockPart(this.#scanner.next()) : this.#empty(this.#endOf(key))
      pairs.push({ key, value })
      end = this.#endOf(key, value)
    }
    if (!this.#is('block-end')) this.#fail('did not find expected key', this.#scanner.peek(), open)
    this.#scanner.next()
    return this.#mapping(open.start, end, pairs, tag)
  }

  /** Reads the key or value after a `?` or `:` in a block mapping; it may be missing. */
  #blockPart(indicator: YamlToken): TreeNode {
    const next = this.#scanner.peek().type
    const empty = next === 'key' || next === 'value' || next === 'block-end'
    return empty ? this.#empty(indicator.end) : this.#node('block-or-indentless')
  }

  #flowSequence(tag: YamlToken | undefined): SequenceNode {
    const open = this.#scanner.next()
    const items: TreeNode[] = []
    while (this.#nextEntry(items.length === 0, 'flow-sequence-end', "did not find expected ',' or ']'", open)) {
      items.push(this.#is('key') ? this.#singlePair() : this.#node('flow'))
    }
    return this.#sequence(open.start, this.#scanner.next().end, items, tag)
  }

  #flowMapping(tag: YamlToken | undefined): MappingNode {
    const open = this.#scanner.next()
    const pairs: MappingPair[] = []
    while (this.#nextEntry(pairs.length === 0, 'flow-mapping-end', "did not find expected ',' or '}'", open)) {
      if (this.#is('key')) {
        const mark = this.#scanner.next()
        const key = this.#isOneOf('value', 'flow-entry', 'flow-mapping-end')
          ? this.#empty(mark.end)
          : this.#node('flow')
        pairs.push({ key, value: this.#flowValue('flow-mapping-end', key) })
      } else {
        const key = this.#node('flow')
        pairs.push({ key, value: this.#empty(this.#endOf(key)) })
      }
    }
    return this.#mapping(open.start, this.#scanner.next().end, pairs, tag)
  }

  /** Skips the comma before the next entry, and returns whether there is an entry before the closing bracket. */
  #nextEntry(first: boolean, close: TokenType, problem: string, open: YamlToken): boolean {
    if (this.#is(close)) return false
    if (first) return true
    if (!this.#is('flow-entry')) this.#fail(problem, this.#scanner.peek(), open)
    this.#scanner.next()
    return !this.#is(close)
  }

  /** `[key: value]`: a mapping of one pair without braces. */
  #singlePair(): MappingNode {
    const { start } = this.#scanner.next()
    // libyaml drops the token after a `?` without a key, whatever it is.
    const missing = this.#isOneOf('value', 'flow-entry', 'flow-sequence-end')
    const key = missing ? this.#empty(this.#scanner.next().end) : this.#node('flow')
    const value = this.#flowValue('flow-sequence-end', key)
    return this.#mapping(start, this.#endOf(key, value), [{ key, value }])
  }

  #isOneOf(...types: readonly TokenType[]): boolean {
    return types.includes(this.#scanner.peek().type)
  }

  #flowValue(close: TokenType, key: TreeNode): TreeNode {
    if (!this.#is('value')) return this.#empty(this.#endOf(key))
    const colon = this.#scanner.next()
    return this.#isOneOf('flow-entry', close) ? this.#empty(colon.end) : this.#node('flow')
  }
}
