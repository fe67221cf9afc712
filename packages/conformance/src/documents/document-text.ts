import type { Random } from '@authz-playground/engine/internal/vectors'
import type { Node, NodeEntry } from './node.ts'

/** The style of a document. */
export interface Style {
  readonly indent: number
  /** Whether lists in mappings have the indentation of their key. */
  readonly flatLists: boolean
  /** How often a list or mapping is in brackets. */
  readonly flow: number
  /** How often a string has unnecessary quotes. */
  readonly quotes: number
  readonly comments: number
}

export function anyStyle(random: Random): Style {
  return {
    indent: random.pick([2, 2, 2, 4, 1]),
    flatLists: random.chance(0.6),
    flow: random.pick([0, 0.2, 0.6, 1]),
    quotes: random.pick([0, 0, 0.3, 1]),
    comments: random.pick([0, 0, 0, 0.1]),
  }
}

/** The document as YAML, with a line break at its end. */
export function yamlText(node: Node, style: Style, random: Random): string {
  return new Writer(style, random).document(node)
}

/** The document as JSON. Nodes that JSON does not have are written as in YAML, so the text may be invalid JSON. */
export function jsonText(node: Node, indent: string | undefined, depth = 0): string {
  const pad = (by: number) => (indent === undefined ? '' : `\n${indent.repeat(depth + by)}`)
  const joined = (open: string, items: readonly string[], close: string) =>
    items.length === 0 ? open + close : `${open}${pad(1)}${items.join(`,${pad(1)}`)}${pad(0)}${close}`
  const inner = (item: Node) => jsonText(item, indent, depth + 1)
  switch (node.is) {
    case 'text':
      return JSON.stringify(node.text)
    case 'raw':
      return node.text
    case 'list':
      return joined('[', node.items.map(inner), ']')
    case 'map':
      return joined(
        '{',
        node.entries.map(([key, value]) => `${inner(key)}:${indent === undefined ? '' : ' '}${inner(value)}`),
        '}',
      )
    case 'marked':
      return inner(node.of)
  }
}

class Writer {
  constructor(
    readonly style: Style,
    readonly random: Random,
  ) {}

  document(node: Node): string {
    const lines = this.#block(node, 0)
    return `${lines === undefined ? this.#flow(node) : lines.replace(/^\n/, '')}\n`
  }

  /** The lines of a list or mapping after its prefix; undefined where one line is better. */
  #block(node: Node, depth: number): string | undefined {
    const pad = ' '.repeat(depth)
    if (node.is === 'marked') {
      const inner = this.#block(node.of, depth)
      return inner === undefined || depth === 0 ? undefined : ` ${node.mark}${inner}`
    }
    if (node.is === 'map' && node.entries.length > 0 && !(depth > 0 && this.random.chance(this.style.flow))) {
      return node.entries.map((entry) => `${this.#comment(pad)}\n${pad}${this.#entry(entry, depth)}`).join('')
    }
    if (node.is === 'list' && node.items.length > 0 && !this.random.chance(this.style.flow)) {
      return node.items.map((item) => `${this.#comment(pad)}\n${pad}-${this.#item(item, depth)}`).join('')
    }
    return undefined
  }

  #entry([key, value]: NodeEntry, depth: number): string {
    const name = key.is === 'list' || key.is === 'map' ? `? ${this.#flow(key)}\n${' '.repeat(depth)}` : this.#flow(key)
    const content = value.is === 'marked' ? value.of : value
    const inner = this.#block(value, depth + (content.is === 'list' && this.style.flatLists ? 0 : this.style.indent))
    if (inner !== undefined) return `${name}:${inner}`
    return `${name}: ${this.#scalarOrFlow(value, depth + this.style.indent)}`
  }

  #item(item: Node, depth: number): string {
    const inner = this.#block(item, depth + 2)
    if (inner === undefined) return ` ${this.#scalarOrFlow(item, depth + 2)}`
    // A mapping in a list begins after the dash; its anchor or tag stays before it, on a line of its own.
    return item.is === 'map' || item.is === 'list' ? inner.replace(/^\n */, ' ') : inner
  }

  #scalarOrFlow(node: Node, depth: number): string {
    if (node.is !== 'text' || !this.random.chance(node.text.includes('\n') ? 0.7 : 0.02)) return this.#flow(node)
    const header = this.random.pick(['|', '|-', '|+', '>', '>-', `|${this.style.indent}`, '>+'])
    const pad = ' '.repeat(Math.max(depth, 1))
    return `${header}\n${node.text
      .split('\n')
      .map((line) => (line === '' ? '' : pad + line))
      .join('\n')}`
  }

  #comment(pad: string): string {
    return this.random.chance(this.style.comments)
      ? this.random.pick([` # why`, `\n${pad}# why`, '\n', `\n#why: [`])
      : ''
  }

  #flow(node: Node): string {
    switch (node.is) {
      case 'text':
        return this.#string(node.text)
      case 'raw':
        return node.text
      case 'list':
        return `[${node.items.map((item) => this.#flow(item)).join(', ')}]`
      case 'map':
        return `{${node.entries.map(([key, value]) => `${this.#flow(key)}: ${this.#flow(value)}`).join(', ')}}`
      case 'marked':
        return `${node.mark} ${this.#flow(node.of)}`
    }
  }

  #string(value: string): string {
    const plain = PLAIN.test(value) && !NOT_A_STRING.test(value)
    if (plain && !this.random.chance(this.style.quotes)) return value
    const single = !/[\p{C}\u2028\u2029]/u.test(value) && this.random.chance(0.4)
    if (single) return `'${value.replaceAll("'", "''")}'`
    return JSON.stringify(value).replaceAll(ESCAPED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  }
}

const PLAIN = /^[A-Za-z*/.][A-Za-z0-9./:*-]*(?<!:)$/
const NOT_A_STRING = /^(?:y|n|yes|no|on|off|true|false|null|\*.*|\.{1,3}|\.[0-9].*|\.(?:inf|nan))$/i
/** Characters that end a line or are not printable in YAML 1.1, but not in JSON. */
const ESCAPED = /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g
