import type { Random } from '@authz-playground/engine/internal/vectors'
import type { KubeObject } from '../fuzz/draft.ts'
import { anyStyle, jsonText, yamlText } from './document-text.ts'
import { mistakenDocument } from './mistakes.ts'
import { list, map, type Node, nodeFrom, raw, text } from './node.ts'
import { GROUP, goodObject } from './objects.ts'

/** A text as people paste it: valid objects, of which about half are then changed, written in any style. */
export function makeText(random: Random): string {
  const count = random.weighted([
    [12, 1],
    [5, 2],
    [2, 3],
    [1, 4],
  ])
  const objects = Array.from({ length: count }, () => goodObject(random))
  const documents = again(random, objects).map((object) => {
    const changes = random.weighted([
      [17, 0],
      [8, 1],
      [2, 2],
      [1, 3],
    ])
    return Array.from({ length: changes }).reduce<Node>((node) => mistakenDocument(random, node), nodeFrom(object))
  })
  const stream = random.weighted<() => string>([
    [20, () => yamlStream(random, documents)],
    [3, () => yamlStream(random, [listOf(random, documents)])],
    [2, () => jsonStream(random, documents)],
  ])()
  const slips = random.weighted([
    [12, 0],
    [2, 1],
    [1, 2],
  ])
  return retyped(
    random,
    Array.from({ length: slips }).reduce<string>((before) => slipped(random, before), stream),
  )
}

/** The objects, some of them repeated with the same name, changed or not. */
function again(random: Random, objects: readonly KubeObject[]): readonly KubeObject[] {
  if (!random.chance(0.25)) return objects
  const known = objects.map(withoutIdentity)
  const first = random.pick(known)
  const other = withoutIdentity(goodObject(random))
  const second = random.weighted<() => KubeObject>([
    [1, () => first],
    [4, () => ({ ...other, kind: first.kind ?? null, metadata: first.metadata ?? null })],
    [2, () => ({ ...first, metadata: { ...(other.metadata as KubeObject), ...(first.metadata as KubeObject) } })],
    [2, () => ({ ...first, ...(other.subjects && { subjects: other.subjects }) })],
    [1, () => ({ ...first, ...(other.roleRef && { roleRef: other.roleRef }) })],
    [1, () => ({ ...first, kind: random.pick(['Role', 'ClusterRole', 'RoleBinding', 'ClusterRoleBinding']) })],
  ])()
  return known.toSpliced(random.between(0, known.length), 0, second)
}

/** Without the fields that identify a stored object, which are unknown before an object is created. */
function withoutIdentity(object: KubeObject): KubeObject {
  const { uid: _, resourceVersion: __, ...metadata } = object.metadata as KubeObject
  return { ...object, metadata }
}

function listOf(random: Random, documents: readonly Node[]): Node {
  const kind = random.weighted([
    [6, 'List'],
    [1, 'RoleList'],
    [1, 'ClusterRoleList'],
    [1, 'RoleBindingList'],
    [1, 'list'],
  ])
  const items = random.weighted<() => Node>([
    [12, () => list(...documents)],
    [1, () => list(...documents, raw('null'))],
    [1, () => map([text('a'), text('b')])],
    [1, () => raw('null')],
  ])()
  const apiVersion =
    kind === 'List'
      ? random.weighted([
          [12, 'v1'],
          [1, 'v2'],
        ])
      : `${GROUP}/v1`
  return map(
    [text('apiVersion'), text(apiVersion)],
    [text('kind'), text(kind)],
    ...(random.chance(0.2) ? [[text('metadata'), nodeFrom({ resourceVersion: '' })] as const] : []),
    [text('items'), items],
  )
}

function yamlStream(random: Random, documents: readonly Node[]): string {
  const style = anyStyle(random)
  const separators = [
    '---\n',
    '---\n',
    '---\n',
    '---\n',
    '--- \n',
    '---\t# next\n',
    '--- # x\n',
    '---\n---\n',
    '---\n# only a comment\n---\n',
    '...\n---\n',
    '---\n~\n---\n',
    '---x\n',
    '--- a: b\n',
    '----\n',
    '\n---\n',
    '---\r\n',
  ]
  const parts = documents.map((node) =>
    random.chance(0.05) ? `${jsonText(node, random.pick([undefined, '  ']))}\n` : yamlText(node, style, random),
  )
  const before = random.weighted([
    [12, ''],
    [3, '---\n'],
    [1, '# policy\n'],
    [1, '\n\n'],
    [1, '# a\n---\n'],
    [1, '%YAML 1.1\n---\n'],
    [1, '\ufeff'],
    [1, '\t\n'],
  ])
  const behind = random.weighted([
    [12, ''],
    [1, '---\n'],
    [1, '...\n'],
    [1, '---'],
    [1, '---\nnull\n'],
    [1, '...\nignored: [\n'],
    [1, '# end'],
    [1, '\n\n'],
    [1, '---\n- a\n'],
    [1, '---\nonly text\n'],
    [1, '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n'],
  ])
  return (
    before +
    parts.reduce((all, part) => `${all}${random.chance(0.7) ? '---\n' : random.pick(separators)}${part}`) +
    behind
  )
}

function jsonStream(random: Random, documents: readonly Node[]): string {
  const indent = random.pick([undefined, '  ', '\t'])
  const between = random.pick(['', '\n', '\n', ' ', '\n---\n', ',', '\n\n', ' x\n'])
  return `${documents.map((node) => jsonText(node, indent)).join(between)}${random.pick(['', '\n', '\n---\n', '}', ' x', '\n{}\n'])}`
}

const KEYS = [
  '"',
  "'",
  ':',
  '-',
  ' ',
  '  ',
  '\n',
  '\t',
  '#',
  '{',
  '}',
  '[',
  ']',
  ',',
  '&',
  '*',
  '!',
  '|',
  '>',
  '%',
  '@',
  '`',
  '\\',
  '\r',
  '?',
  '~',
  '\u0007',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '\ufffe',
  'é',
  '---\n',
  '...\n',
] as const

/** A typing mistake, or one of cutting and pasting lines. */
function slipped(random: Random, whole: string): string {
  const lines = whole.split('\n')
  const line = random.between(0, lines.length - 1)
  const found = lines[line] as string
  const characters = [...whole]
  const at = random.between(0, characters.length)
  return random.weighted<() => string>([
    [3, () => characters.toSpliced(at, 0, random.pick(KEYS)).join('')],
    [2, () => characters.toSpliced(at, 1).join('')],
    [1, () => characters.toSpliced(at, random.between(1, 12)).join('')],
    [2, () => lines.with(line, ` ${found}`).join('\n')],
    [2, () => lines.with(line, found.replace(/^ /, '')).join('\n')],
    [1, () => lines.with(line, found.replace(/^ {2}/, '\t')).join('\n')],
    [2, () => lines.toSpliced(line, 1).join('\n')],
    [2, () => lines.toSpliced(line, 0, found).join('\n')],
    [1, () => lines.toSpliced(line, 2, ...lines.slice(line, line + 2).reverse()).join('\n')],
    [1, () => lines.with(line, `${found} # ${random.pick(['why', 'é', ': -'])}`).join('\n')],
    [1, () => characters.slice(0, at).join('')],
  ])()
}

/** The same text as other editors would save it. */
function retyped(random: Random, whole: string): string {
  return random.weighted<() => string>([
    [20, () => whole],
    [1, () => whole.replaceAll('\n', '\r\n')],
    [1, () => whole.replace(/\n+$/, '')],
    [0.3, () => whole.replaceAll('\n', '\r')],
    [0.5, () => `\ufeff${whole}`],
  ])()
}
