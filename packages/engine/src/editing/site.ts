import type { Policy } from '../kube/index.ts'
import {
  documentTree,
  type FieldSchema,
  type FieldType,
  fieldAt,
  fieldIn,
  isPolicyKind,
  type PathStep,
  POLICY_KINDS,
  type PolicyKind,
  type PolicyPlace,
  placeAt,
  type StructType,
} from '../policy/index.ts'
import type { Span } from '../text/index.ts'
import type { MappingNode, TreeNode } from '../yaml/index.ts'

/** A place in a policy where text can be inserted, with everything needed to write it there. */
export interface Site {
  /**
   * `key`: a key of `node`, a mapping that may not exist yet. `value`: a value. `item`: a list's next entry, with its
   * dash.
   */
  readonly wants: 'key' | 'value' | 'item'
  /** The type of the mapping, value or entry at the place. */
  readonly type: FieldType
  /** Keys and indexes inside the object. */
  readonly path: readonly PathStep[]
  /** The object around it, as far as it is written. */
  readonly object?: MappingNode
  readonly kind?: PolicyKind
  /** The range to replace; empty where nothing is written yet. Within one line. */
  readonly word: Span
  readonly quote: '' | '"' | "'"
  /** Inside brackets or braces. */
  readonly flow: boolean
  /** The column of a line that continues the same mapping. */
  readonly column: number
  /** A blank is missing before the word: the cursor is right after a colon or a dash. */
  readonly touching: boolean
  /** The key already has its colon. */
  readonly hasColon: boolean
}

/**
 * The sites at a place: none, one, or, after a list, an entry or a key. The kind of a policy object gives its schema;
 * `root` gives it for any other text.
 */
export function sitesAt(policy: Policy, offset: number, root?: StructType): readonly Site[] {
  const { text } = policy
  const found = placeAt(policy, offset)
  const place = found && root ? inRoot(policy, found) : found
  if (place === undefined || inComment(text, offset) || isDone(text, offset, place)) return []
  const { object, node, span, role } = place
  const kind = object !== undefined && isPolicyKind(object.kind) ? object.kind : undefined
  const depth = object?.depth ?? 0
  const path = place.path.slice(depth)
  const word = node === undefined ? { start: offset, end: offset } : { start: span.start, end: span.end }
  if (place.path.length < depth || text.slice(word.start, word.end).includes('\n')) return []
  const first = text.charAt(word.start)
  const around = object?.node
  const flow = isFlow(text, around, path, offset)
  const column = columnOf(text, word.start)
  const base = {
    path,
    word,
    quote: word.end > word.start && (first === '"' || first === "'") ? first : '',
    flow,
    column,
    touching: /[-:]/.test(text.charAt(word.start - 1)) && word.end === word.start,
    hasColon: role === 'key' && /^[ \t]*:/.test(text.slice(word.end, word.end + 8)),
    ...(around && { object: around }),
    ...(kind && { kind }),
  } as const
  const typeAt = (at: readonly PathStep[]): FieldType | undefined =>
    root ? typeIn(root, at) : typeOf(at, kind, object?.kind ?? '')

  if (role === 'key') {
    const owner = path.slice(0, -1)
    const type = typeAt(owner)
    return type ? [{ ...base, wants: 'key', type, path: owner }] : []
  }
  const type = typeAt(path)
  if (type === undefined) return role === 'value' ? colonOfVerb(base, typeAt) : []
  if (role === 'value') {
    const ownLine = /^[ \t]*$/.test(text.slice(lineStartOf(text, word.start), word.start))
    // The first key of a mapping parses as a value until it has its colon.
    const begins = ownLine || typeof path.at(-1) === 'number' || path.length === 0
    if (type.is === 'struct' || type.is === 'map') {
      if (!begins && type.is === 'struct' && type.texts !== undefined) return [{ ...base, wants: 'value', type }]
      return begins ? [{ ...base, wants: 'key', type, column: base.touching ? column + 1 : column }] : []
    }
    if (type.is === 'list' && ownLine && !flow) return [{ ...base, wants: 'item', type: type.of }]
    return [{ ...base, wants: 'value', type, column: columnOfKey(text, around, path) ?? column }]
  }
  if (type.is === 'list') return flow ? [] : [{ ...base, wants: 'item', type: type.of }]
  const list = flow ? undefined : listAbove(text, around, path, offset, column)
  const listType = list === undefined ? undefined : typeAt([...path, list])
  return [
    ...(list !== undefined && listType?.is === 'list'
      ? [{ ...base, wants: 'item', type: listType.of, path: [...path, list] } as const]
      : []),
    { ...base, wants: 'key', type },
  ]
}

const ALL_KINDS = Object.keys(POLICY_KINDS) as readonly PolicyKind[]

/** `- impersonate-on:` is a key in YAML, but meant as the first half of a verb. */
function colonOfVerb(
  site: Omit<Site, 'wants' | 'type'>,
  typeAt: (path: readonly PathStep[]) => FieldType | undefined,
): readonly Site[] {
  const path = site.path.slice(0, -1)
  const key = site.path.at(-1)
  const type = typeAt(path)
  if (!site.touching || typeof key !== 'string' || type?.is !== 'string') return []
  const end = site.word.start
  return [{ ...site, wants: 'value', type, path, word: { start: end - key.length - 1, end }, touching: false }]
}

/** The fields of every kind, for an object without a kind. */
const ANY_KIND: StructType = {
  name: 'Object of a policy',
  fields: new Map(
    Object.values(POLICY_KINDS)
      .flatMap(({ fields }) => [...fields.values()])
      .map((field) => [field.name, { ...field, type: anyKindOf(field) }]),
  ),
}

/** The type of a field at the top of any kind, with the values that it has in each. */
function anyKindOf({ name, type }: FieldSchema): FieldType {
  if (type.is !== 'string') return type
  const values = Object.values(POLICY_KINDS).flatMap(({ fields }) => {
    const there = fields.get(name)?.type
    return there?.is === 'string' ? (there.values ?? []) : []
  })
  return { ...type, values: [...new Set(values)] }
}

/** The sites in a text that is a single object of the schema `root`, whatever its kind. */
function inRoot(policy: Policy, { object: _, ...place }: PolicyPlace): PolicyPlace {
  const node = documentTree(policy, place.document)
  return node?.kind === 'mapping' ? { ...place, object: { apiVersion: '', kind: '', depth: 0, node } } : place
}

function typeIn(root: StructType, path: readonly PathStep[]): FieldType | undefined {
  if (path.length === 0) return { is: 'struct', go: root.name, struct: root }
  return fieldIn(root, path)?.type
}

/** The type at a path. Where the kind is missing or incomplete, the type of any kind that has the path. */
function typeOf(path: readonly PathStep[], kind: PolicyKind | undefined, said: string): FieldType | undefined {
  const saying = path[0] === 'kind' || path[0] === 'apiVersion'
  if (kind === undefined && said !== '' && !saying) return undefined
  if (path.length === 0) {
    const struct = kind === undefined ? ANY_KIND : POLICY_KINDS[kind]
    return { is: 'struct', go: struct.name, struct }
  }
  // The kind itself may still change.
  if (path.length === 1 && (path[0] === 'kind' || kind === undefined)) {
    return typeof path[0] === 'string' ? ANY_KIND.fields.get(path[0])?.type : undefined
  }
  for (const one of kind === undefined ? ALL_KINDS : [kind]) {
    const type = fieldAt(one, path)?.type
    if (type !== undefined) return type
  }
  return undefined
}

/** Whether a value is complete at the cursor, so that nothing can follow it. */
function isDone(text: string, offset: number, { role, node, span }: PolicyPlace): boolean {
  const before = text.slice(lineStartOf(text, offset), offset)
  if (role === 'gap') return !/^[ \t]*$/.test(before) && !/[{,[][ \t]*$/.test(before)
  if (node === undefined) return false
  const last = text.charAt(span.end - 1)
  const quoted = span.end - span.start > 1 && (last === '"' || last === "'") && last === text.charAt(span.start)
  return (quoted && offset === span.end) || node.kind === 'mapping' || node.kind === 'sequence'
}

/** Whether a comment has begun in the line before the offset. */
function inComment(text: string, offset: number): boolean {
  const lineStart = lineStartOf(text, offset)
  let quote = ''
  for (let at = lineStart; at < offset; at++) {
    const character = text.charAt(at)
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++
      else if (character === quote) quote = ''
    } else if (character === '#' && (at === lineStart || /\s/.test(text.charAt(at - 1)))) {
      return true
    } else if ((character === '"' || character === "'") && /[\s,:[{(-]/.test(text.charAt(at - 1) || ' ')) {
      quote = character
    }
  }
  return false
}

function isFlow(text: string, object: MappingNode | undefined, path: readonly PathStep[], offset: number): boolean {
  let node: TreeNode | undefined = object
  for (const step of [...path, undefined]) {
    if (node === undefined) return false
    const bracketed = (node.kind === 'mapping' || node.kind === 'sequence') && /[[{]/.test(text.charAt(node.start))
    if (bracketed && node.start < offset) return true
    node = step === undefined ? undefined : childOf(node, step)
  }
  return false
}

/** The node after one step of a path. Aliases are not followed: their nodes are written elsewhere. */
function childOf(node: TreeNode, step: PathStep): TreeNode | undefined {
  if (node.kind === 'sequence') return typeof step === 'number' ? node.items[step] : undefined
  return node.kind === 'mapping' ? pairOf(node, step)?.value : undefined
}

function pairOf(node: MappingNode, step: PathStep) {
  return node.pairs.findLast(({ key }) => key.kind === 'scalar' && key.value === step)
}

/** The node at a path, as far as the path exists. */
export function nodeAt(object: TreeNode | undefined, path: readonly PathStep[]): TreeNode | undefined {
  return path.reduce<TreeNode | undefined>((node, step) => node && childOf(node, step), object)
}

function columnOfKey(text: string, object: MappingNode | undefined, path: readonly PathStep[]): number | undefined {
  const owner = nodeAt(object, path.slice(0, -1))
  const step = path.at(-1)
  const key = owner?.kind === 'mapping' && step !== undefined ? pairOf(owner, step)?.key : undefined
  return key && columnOf(text, key.start)
}

/** The key of the list that ends above an empty line, if the column fits its dashes. */
function listAbove(
  text: string,
  object: MappingNode | undefined,
  path: readonly PathStep[],
  offset: number,
  column: number,
): string | undefined {
  const owner = nodeAt(object, path)
  const pair = owner?.kind === 'mapping' ? owner.pairs.findLast(({ key }) => key.start < offset) : undefined
  if (pair?.key.kind !== 'scalar') return undefined
  const { key, value } = pair
  const inColumn = columnOf(text, key.start) === column
  const empty = value.kind === 'scalar' && value.start === value.end
  const dashed = value.kind === 'sequence' && text.charAt(value.start) === '-'
  const dashColumn = columnOf(text, value.start)
  return inColumn && (empty || (dashed && dashColumn === column)) ? key.value : undefined
}

function lineStartOf(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1
}

function columnOf(text: string, offset: number): number {
  return offset - lineStartOf(text, offset)
}
