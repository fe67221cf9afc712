import { escapedJSON, type Span, type TextEdit } from '../../text/index.ts'
import type { MappingNode, ScalarNode, SequenceNode, TreeNode } from '../tree.ts'
import { dashesOf, emptied, gapAfter, insertLines, removeLines } from './block-entries.ts'
import { checked, type Wanted } from './checked-edits.ts'
import { type FlowEntries, insertFlow, removeFlow } from './flow-entries.ts'
import { beginOf, columnOf, fieldPair, isFlow, lineEnd, pathTo, type SourceTree } from './source-tree.ts'
import { quotesAt, quotesOf, styleBeside } from './style.ts'
import {
  blockLines,
  flowText,
  isList,
  keyText,
  pairLines,
  scalarText,
  type ValueStyle,
  type YamlValue,
} from './value.ts'

/**
 * The edits of a change, in the style of the text around it. Undefined where the text cannot be changed so that exactly this
 * changes: where the node is an alias, or an alias elsewhere repeats it; in a template; in a mapping with a merge key; and in
 * text that is not valid. All other bytes stay as they are, comments too.
 */
export type Edits = readonly TextEdit[] | undefined

/** Appends values to a list: strings, or mappings such as a rule or a subject. */
export function addItems(tree: SourceTree, list: SequenceNode, values: readonly YamlValue[]): Edits {
  const wanted: readonly Wanted[] = [...list.items, ...values.map((value) => ({ value }))]
  return checked(tree, list, { wantedItems: wanted }, rawItems(tree, list, list.items.length - 1, values))
}

/** Appends a value to a list. */
export function addItem(tree: SourceTree, list: SequenceNode, value: YamlValue): Edits {
  return addItems(tree, list, [value])
}

/** Replaces one item of a list by several strings. */
export function splitItem(tree: SourceTree, list: SequenceNode, index: number, values: readonly string[]): Edits {
  const item = list.items[index]
  const [first, ...others] = values
  if (item?.kind !== 'scalar' || first === undefined) return undefined
  const wanted = [...list.items.slice(0, index), ...values.map((value) => ({ value })), ...list.items.slice(index + 1)]
  const replaced: TextEdit = { span: spanOf(item), text: newScalar(tree, item, first) }
  const inserted = others.length === 0 ? [] : rawItems(tree, list, index, others)
  return checked(tree, list, { wantedItems: wanted }, inserted && [replaced, ...inserted])
}

/** Inserts values after the item with the index; -1 in an empty list. */
function rawItems(tree: SourceTree, list: SequenceNode, index: number, values: readonly YamlValue[]): Edits {
  const { text } = tree
  const style = itemStyle(tree, list)
  if (!isFlow(tree, list)) {
    const item = list.items[index] as TreeNode
    const column = columnOf(text, list.start)
    const gap = gapAfter(text, dashesOf(text, list.start, list.items)[index] as number, item)
    const lines = values.flatMap((value) => itemLines(value, style, gap))
    return [insertLines(text, item.end, column, lines, style.lineBreak)]
  }
  const inBlock = list.items.length === 0 && values.some((value) => typeof value !== 'string')
  const block = inBlock ? emptyToBlock(tree, list, values, style) : undefined
  if (block !== undefined) return block
  const beside = list.items.at(index)
  const indent = beside === undefined ? '' : indentOf(text, beside.start)
  return insertFlow(
    flowItems(tree, list),
    index,
    values.map((value) => flowText(value, style, indent)),
    style,
  )
}

/** The style of new items: strings as the other strings, lists in mappings as in the other mappings. */
function itemStyle(tree: SourceTree, list: SequenceNode): ValueStyle {
  const style = styleBeside(tree, list.items)
  const quotes = list.items.length === 0 ? style.list(undefined).quotes : quotesOf(tree.text, list.items)
  const ofMappings = list.items.some(({ kind }) => kind === 'mapping')
  return ofMappings ? style : { ...style, quotes }
}

function itemLines(value: YamlValue, style: ValueStyle, gap: string): readonly string[] {
  if (typeof value === 'string') return [`-${gap}${scalarText(value, style.quotes, false)}`]
  if (isList(value)) return [`-${gap}${flowText(value, style)}`]
  const [first = '', ...rest] = blockLines(value, style)
  const indent = ' '.repeat(gap.length + 1)
  return [`-${gap}${first}`, ...rest.map((line) => indent + line)]
}

/** Replaces `[]` by lines, where its key is in a mapping in block style. */
function emptyToBlock(tree: SourceTree, list: SequenceNode, values: readonly YamlValue[], style: ValueStyle): Edits {
  const { text } = tree
  const parent = pathTo(tree, list)?.at(-2)
  if (parent?.kind !== 'mapping' || isFlow(tree, parent)) return undefined
  const pair = parent.pairs.find(({ value }) => value === list)
  if (pair === undefined || !/^\s*:[ \t]*$/.test(text.slice(pair.key.end, list.start))) return undefined
  const column = columnOf(text, beginOf(pair.key)) + dashOf(tree, parent)
  const colon = text.indexOf(':', pair.key.end)
  const lines = values.flatMap((value) => itemLines(value, style, ' '))
  return [
    { span: { start: colon + 1, end: list.end }, text: '' },
    insertAt(lineEnd(text, list.end), lines.map((line) => style.lineBreak + ' '.repeat(column) + line).join('')),
  ]
}

/** The columns of dashes beyond the keys of a mapping: those of another list there, or none. */
function dashOf(tree: SourceTree, mapping: MappingNode): number {
  const list = mapping.pairs.find(({ value }) => value.kind === 'sequence' && !isFlow(tree, value))?.value
  return list === undefined ? 0 : Math.max(columnOf(tree.text, list.start) - columnOf(tree.text, mapping.start), 0)
}

function insertAt(at: number, text: string): TextEdit {
  return { span: { start: at, end: at }, text }
}

function indentOf(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? ''
}

function flowItems({ text }: SourceTree, { start, end, items }: SequenceNode): FlowEntries {
  return { text, brackets: { start, end }, entries: items.map((item) => ({ start: beginOf(item), end: item.end })) }
}

function flowPairs({ text }: SourceTree, { start, end, pairs }: MappingNode): FlowEntries {
  const entries = pairs.map(({ key, value }) => ({ start: beginOf(key), end: Math.max(key.end, value.end) }))
  return { text, brackets: { start, end }, entries }
}

/** Removes an item of a list, with its line and the comment at its end where it is alone there. The last one leaves `[]`. */
export function removeItem(tree: SourceTree, list: SequenceNode, index: number): Edits {
  const item = list.items[index]
  if (item === undefined) return undefined
  return checked(tree, list, { wantedItems: list.items.filter((_, i) => i !== index) }, rawRemoval(tree, list, index))
}

function rawRemoval(tree: SourceTree, list: SequenceNode, index: number): Edits {
  if (isFlow(tree, list)) return removeFlow(flowItems(tree, list), index)
  if (list.items.length === 1) return emptied(tree, list, '[]')
  const dashes = dashesOf(tree.text, list.start, list.items)
  const item = list.items[index] as TreeNode
  const edit = removeLines(tree.text, dashes[index] as number, item.end, dashes[index + 1])
  return edit && [edit]
}

/** Removes a key with its value, with their lines and the comments at their ends. The last one leaves `{}`. */
export function removePair(tree: SourceTree, mapping: MappingNode, key: string): Edits {
  const index = mapping.pairs.findLastIndex((pair) => pair.key.kind === 'scalar' && pair.key.value === key)
  if (index === -1) return undefined
  const left = mapping.pairs.toSpliced(index, 1)
  const wanted = { wantedPairs: left.map(({ key, value }) => [key, value] as const) }
  return checked(tree, mapping, wanted, rawPairRemoval(tree, mapping, index))
}

function rawPairRemoval(tree: SourceTree, mapping: MappingNode, index: number): Edits {
  const all = flowPairs(tree, mapping)
  if (isFlow(tree, mapping)) return removeFlow(all, index)
  if (mapping.pairs.length === 1) return emptied(tree, mapping, '{}')
  const { start, end } = all.entries[index] as Span
  const edit = removeLines(tree.text, start, end, all.entries[index + 1]?.start)
  return edit && [edit]
}

/** Adds a key with its value, after another key or at the end. Undefined where the mapping has the key already. */
export function addPair(tree: SourceTree, mapping: MappingNode, key: string, value: YamlValue, after?: string): Edits {
  if (fieldPair(mapping, key) !== undefined) return undefined
  const { text } = tree
  const found =
    after === undefined ? -1 : mapping.pairs.findLastIndex(({ key }) => key.kind === 'scalar' && key.value === after)
  const index = found === -1 ? mapping.pairs.length - 1 : found
  const style = styleBeside(tree, [mapping])
  const kept = mapping.pairs.map((one): readonly [Wanted, Wanted] => [one.key, one.value])
  const wanted: Wanted = {
    wantedPairs: [...kept.slice(0, index + 1), [{ value: key }, { value }], ...kept.slice(index + 1)],
  }
  const entries = flowPairs(tree, mapping)
  const before = entries.entries[index]
  if (isFlow(tree, mapping) || before === undefined) {
    const indent = before === undefined ? '' : indentOf(text, before.start)
    const pair = `${keyText(key, style)}:${style.afterColon}${flowText(value, style, indent, key)}`
    return checked(tree, mapping, wanted, insertFlow(entries, index, [pair], style))
  }
  const lines = pairLines(key, value, style)
  return checked(tree, mapping, wanted, [
    insertLines(text, before.end, columnOf(text, mapping.start), lines, style.lineBreak),
  ])
}

/** Replaces a scalar by a string, with the same quotes where they can write it. */
export function replaceScalar(tree: SourceTree, scalar: ScalarNode, value: string): Edits {
  return replaceValue(tree, scalar, value)
}

/** Replaces a scalar, or a missing value, by any value: `get,delete` by `[get, delete]`. */
export function replaceValue(tree: SourceTree, scalar: ScalarNode, value: YamlValue): Edits {
  const { text } = tree
  const replacement = typeof value === 'string' ? newScalar(tree, scalar, value) : newCollection(tree, scalar, value)
  const space = scalar.end === scalar.start && /[:-]/.test(text.charAt(scalar.start - 1)) ? ' ' : ''
  return checked(tree, scalar, { value }, [{ span: spanOf(scalar), text: space + replacement }])
}

function newScalar(tree: SourceTree, scalar: ScalarNode, value: string): string {
  const { text, document } = tree
  if (document.syntax === 'json') return escapedJSON(JSON.stringify(value))
  const inFlow = pathTo(tree, scalar)?.some((one) => isFlow(tree, one)) === true
  return scalarText(value, quotesAt(text, scalar), inFlow)
}

function newCollection(tree: SourceTree, scalar: ScalarNode, value: YamlValue): string {
  const parent = pathTo(tree, scalar)?.at(-2)
  const style = styleBeside(tree, parent === undefined ? [] : [parent])
  const quotes = scalar.end > scalar.start ? quotesAt(tree.text, scalar) : style.list(undefined).quotes
  const list = { flow: true, quotes, dash: 0 }
  return flowText(value, { ...style, list: () => list }, indentOf(tree.text, scalar.start))
}

function spanOf({ start, end }: TreeNode): Span {
  return { start, end }
}
