import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { edited, type TextEdit } from '../../text/index.ts'
import {
  addItem,
  addPair,
  cutDocuments,
  type Edits,
  type MappingNode,
  parseTree,
  plainValue,
  removeItem,
  removePair,
  replaceScalar,
  type SequenceNode,
  type SourceTree,
  scalarValue,
  splitItem,
  type TreeNode,
  treeOf,
  type YamlFields,
  type YamlValue,
} from '../index.ts'

const word = fc.constantFrom(
  'get',
  'list',
  '*',
  '',
  'yes',
  '1',
  'a: b',
  '#',
  'pods/log',
  "it's",
  '"',
  'c,d',
  '- x',
  '~',
  'é',
  '@x',
)
const strings = fc.array(word, { maxLength: 4 })
const rule = fc.record({ verbs: strings, resources: strings }, { requiredKeys: ['verbs'] })
const object = fc.record({
  kind: fc.constantFrom('Role', 'ClusterRole'),
  metadata: fc.record({ name: word, labels: fc.dictionary(fc.constantFrom('a', 'b.c/d', 'no'), word) }),
  rules: fc.array(rule, { maxLength: 3 }),
})
const policy = fc.array(object, { minLength: 1, maxLength: 3 })

/** Draws the decisions of one printed text. */
class Choices {
  #at = 0
  #comments = 0

  constructor(readonly drawn: readonly number[]) {}

  of(count: number): number {
    return (this.drawn[this.#at++ % this.drawn.length] as number) % count
  }

  comment(): string {
    return `# ${this.#comments++}: x`
  }

  lineEnd(): string {
    return this.of(4) === 0 ? ` ${this.comment()}\n` : '\n'
  }

  linesBetween(indent: string): string {
    return ['', '', '', '\n', `${indent}${this.comment()}\n`, `${this.comment()}\n`, `${indent}  ${this.comment()}\n`][
      this.of(7)
    ] as string
  }
}

function scalarOf(value: string, choices: Choices, flow: boolean): string {
  const style = choices.of(3)
  const typed = plainValue(value).type !== 'string'
  const isPlain = !typed && /^[a-z][a-z/ ,é]*$/.test(value) && !(flow && value.includes(','))
  if (style === 0 && isPlain) return value
  return style === 1 ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value)
}

function flowOf(value: YamlValue, choices: Choices, indent: string): string {
  if (typeof value === 'string') return scalarOf(value, choices, true)
  const isList = Array.isArray(value)
  const entries = isList
    ? (value as readonly YamlValue[]).map((one) => flowOf(one, choices, `${indent}  `))
    : Object.entries(value).map(
        ([key, one]) => `${scalarOf(key, choices, true)}: ${flowOf(one, choices, `${indent}  `)}`,
      )
  const [open, close] = isList ? '[]' : '{}'
  const trailing = entries.length > 0 && choices.of(4) === 0 ? ',' : ''
  if (choices.of(3) !== 0) return `${open}${entries.join(choices.of(2) === 0 ? ', ' : ' ,  ')}${trailing}${close}`
  const lines = entries.map((entry, i) => {
    const comma = i < entries.length - 1 ? ',' : trailing
    return `${choices.linesBetween(`${indent}  `)}${indent}  ${entry}${comma}${choices.lineEnd()}`
  })
  return `${open}${choices.lineEnd()}${lines.join('')}${indent}  ${close}`
}

function blockOf(value: YamlValue, choices: Choices, indent: string): string {
  if (typeof value === 'string') return ` ${scalarOf(value, choices, false)}${choices.lineEnd()}`
  const size = Object.keys(value).length
  if (size === 0 || choices.of(3) === 0) return ` ${flowOf(value, choices, indent)}${choices.lineEnd()}`
  return `${choices.lineEnd()}${linesOf(value, choices, indent)}`
}

function linesOf(value: Exclude<YamlValue, string>, choices: Choices, indent: string): string {
  if (Array.isArray(value)) {
    const gap = ['- ', '-   '][choices.of(2)] as string
    const inner = indent + ' '.repeat(gap.length)
    return value
      .map((item: YamlValue) => {
        const before = choices.linesBetween(indent)
        const isFlow = typeof item !== 'string' && (Object.keys(item).length === 0 || choices.of(4) === 0)
        if (typeof item === 'string' || isFlow) {
          const text = typeof item === 'string' ? scalarOf(item, choices, false) : flowOf(item, choices, inner)
          return `${before}${indent}${gap}${text}${choices.lineEnd()}`
        }
        return `${before}${indent}${gap}${linesOf(item, choices, inner).replace(/^(?:\s|#.*\n)*/, '')}`
      })
      .join('')
  }
  return Object.entries(value)
    .map(([key, one]) => {
      const deeper = Array.isArray(one) ? ['', '  ', '    '][choices.of(3)] : '  '
      return `${choices.linesBetween(indent)}${indent}${scalarOf(key, choices, false)}:${blockOf(one, choices, indent + deeper)}`
    })
    .join('')
}

function textOf(objects: readonly YamlFields[], choices: Choices): string {
  const all: readonly YamlFields[] = choices.of(4) === 0 ? [{ kind: 'List', items: objects }] : objects
  const form = choices.of(4)
  if (form === 0) return all.map((one) => JSON.stringify(one, undefined, [0, 2, '\t'][choices.of(3)])).join('\n')
  const yaml = all
    .map((one) => (form === 1 ? `${flowOf(one, choices, '')}\n` : linesOf(one, choices, '')))
    // A text that begins with a brace would be JSON where it can be.
    .map((one) => choices.linesBetween('') + one)
    .join(choices.of(2) === 0 ? '---\n' : `--- ${choices.comment()}\n`)
  const cut = choices.of(3) === 0 ? yaml.replace(/\n$/, '') : yaml
  return choices.of(3) === 0 ? cut.replaceAll('\n', '\r\n') : cut
}

function treesOf(text: string): readonly SourceTree[] {
  return cutDocuments(text, fail).flatMap((document) => {
    const root = parseTree(document, text, fail)
    return root === undefined ? [] : [{ text, document, root }]
  })
}

function fail(problem?: unknown): never {
  throw new Error(JSON.stringify(problem))
}

function plain(node: TreeNode): YamlValue {
  switch (node.kind) {
    case 'sequence':
      return node.items.map(plain)
    case 'mapping':
      return Object.fromEntries(node.pairs.map(({ key, value }) => [plain(key) as string, plain(value)]))
    case 'scalar': {
      const value = scalarValue(node)
      return value.type === 'string' ? value.value : fail(value)
    }
    case 'alias':
      return fail()
  }
}

interface Trial {
  readonly edits: Edits
  /** The value of the changed node. */
  readonly expected: YamlValue
  readonly node: TreeNode
}

function nodesOf(node: TreeNode): readonly TreeNode[] {
  if (node.kind === 'sequence') return [node, ...node.items.flatMap(nodesOf)]
  return node.kind === 'mapping' ? [node, ...node.pairs.flatMap(({ value }) => nodesOf(value))] : [node]
}

const VALUE: readonly YamlValue[] = ['x', 'no', ['a', ''], { verbs: ['a', '*'], x: 'y' }]

function trialOf(tree: SourceTree, node: TreeNode, choices: Choices): Trial {
  const before = plain(node)
  if (node.kind === 'scalar') {
    const value = VALUE[choices.of(2)] as string
    return { node, edits: replaceScalar(tree, node, value), expected: value }
  }
  const change = choices.of(3)
  const value = VALUE[choices.of(VALUE.length)] as YamlValue
  return node.kind === 'sequence'
    ? ofList(tree, node, before as readonly YamlValue[], change, value, choices)
    : ofMapping(tree, node as MappingNode, before as YamlFields, change, value, choices)
}

function ofList(
  tree: SourceTree,
  node: SequenceNode,
  all: readonly YamlValue[],
  change: number,
  value: YamlValue,
  choices: Choices,
): Trial {
  const index = all.length === 0 ? -1 : choices.of(all.length)
  if (change === 0 && index !== -1) {
    return { node, edits: removeItem(tree, node, index), expected: all.filter((_, i) => i !== index) }
  }
  if (change === 1 && typeof all[index] === 'string') {
    return {
      node,
      edits: splitItem(tree, node, index, ['x', '', 'y']),
      expected: all.toSpliced(index, 1, 'x', '', 'y'),
    }
  }
  return { node, edits: addItem(tree, node, value), expected: [...all, value] }
}

function ofMapping(
  tree: SourceTree,
  node: MappingNode,
  all: YamlFields,
  change: number,
  value: YamlValue,
  choices: Choices,
): Trial {
  const keys = Object.keys(all)
  const key = keys[choices.of(Math.max(keys.length, 1))]
  if (change === 0 && key !== undefined) {
    const { [key]: _, ...expected } = all
    return { node, edits: removePair(tree, node, key), expected }
  }
  return {
    node,
    edits: addPair(tree, node, 'new', value, change === 1 ? key : undefined),
    expected: { ...all, new: value },
  }
}

/** The value of a tree with that of one node replaced. */
function withChange(root: TreeNode, { node, expected }: Trial): YamlValue {
  if (root === node) return expected
  if (root.kind === 'sequence') return root.items.map((item) => withChange(item, { node, expected, edits: [] }))
  if (root.kind !== 'mapping') return plain(root)
  return Object.fromEntries(
    root.pairs.map(({ key, value }) => [plain(key) as string, withChange(value, { node, expected, edits: [] })]),
  )
}

describe('an edited text', () => {
  it('reads as before with just this change', () => {
    const drawn = fc.array(fc.nat({ max: 5039 }), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(policy, drawn, fc.nat(), fc.nat(), (objects, numbers, which, where) => {
        const choices = new Choices(numbers)
        const text = textOf(objects, choices)
        const trees = treesOf(text)
        const tree = trees[which % trees.length] as SourceTree
        const nodes = nodesOf(tree.root)
        const trial = trialOf(tree, nodes[where % nodes.length] as TreeNode, choices)
        expect(trial.edits).toBeDefined()
        const after = edited(text, trial.edits as readonly TextEdit[])
        expect(treesOf(after).map(({ root }) => plain(root))).toEqual(
          trees.map(({ root }) => (root === tree.root ? withChange(root, trial) : plain(root))),
        )
        if ((text.match(/\n/g) ?? []).length === (text.match(/\r\n/g) ?? []).length && text.includes('\n')) {
          expect(after.replaceAll('\r\n', '')).not.toContain('\n')
        }
      }),
      { numRuns: 3000 },
    )
  })
})

/** Pieces that make unusual YAML, and break it, when they are put together at random. */
const FRAGMENT = fc.constantFrom(
  ...[
    'a',
    'b: ',
    'c',
    ': ',
    '- ',
    '\n',
    '\n  ',
    '\n- ',
    '\n    ',
    '\n  - ',
    '\na: ',
    '\n  b: ',
    '\r\n',
    '[',
    ']',
    '{',
    '}',
    ', ',
  ],
  ...[
    '"',
    "'",
    '"d e"',
    "'f''g'",
    '# c\n',
    ' # c',
    '|\n  x\n',
    '>-\n  x',
    '&a ',
    '*a',
    '<<: ',
    '!!str ',
    '? ',
    '\t',
    '~',
    '\u2028',
    '...\n',
    '\ufeff',
  ],
)

describe('any text', () => {
  it('is edited so that it stays valid, or left alone', () => {
    const whole = { verbs: ['a'], x: 'y' }
    fc.assert(
      fc.property(fc.array(FRAGMENT, { maxLength: 25 }), (pieces) => {
        const text = pieces.join('')
        const document = { start: 0, end: text.length, syntax: 'yaml' } as const
        const root = treeOf(text, 'yaml')
        fc.pre(root !== undefined)
        const tree = { text, document, root: root as TreeNode }
        const made = allNodes(root as TreeNode).flatMap((node): readonly Edits[] => {
          if (node.kind === 'scalar') return [replaceScalar(tree, node, 'no')]
          if (node.kind === 'alias') return []
          if (node.kind === 'mapping') {
            const keys = node.pairs.flatMap(({ key }) => (key.kind === 'scalar' ? [key.value] : []))
            return [addPair(tree, node, 'new', whole), ...keys.map((key) => removePair(tree, node, key))]
          }
          return [
            addItem(tree, node, whole),
            addItem(tree, node, 'x'),
            ...node.items.map((_, i) => removeItem(tree, node, i)),
          ]
        })
        for (const edits of made) {
          if (edits !== undefined) expect(treeOf(edited(text, edits), 'yaml')).toBeDefined()
        }
      }),
      { numRuns: 2000 },
    )
  })
})

function allNodes(node: TreeNode): readonly TreeNode[] {
  if (node.kind === 'sequence') return [node, ...node.items.flatMap(allNodes)]
  return node.kind === 'mapping'
    ? [node, ...node.pairs.flatMap(({ key, value }) => [...allNodes(key), ...allNodes(value)])]
    : [node]
}
