import { describe, expect, it } from 'vitest'
import { edited } from '../../text/index.ts'
import {
  addItem,
  addItems,
  addPair,
  cutDocuments,
  type Edits,
  fieldNode,
  type MappingNode,
  parseTree,
  removeItem,
  removePair,
  replaceScalar,
  replaceValue,
  type ScalarNode,
  type SequenceNode,
  type SourceTree,
  splitItem,
  type TreeNode,
} from '../index.ts'

function treesOf(text: string): readonly SourceTree[] {
  return cutDocuments(text, fail).map((document) => {
    const root = parseTree(document, text, fail)
    if (root === undefined) throw new Error('an empty document')
    return { text, document, root }
  })
}

function fail(): never {
  throw new Error('not valid')
}

function treeOf(text: string): SourceTree {
  return treesOf(text)[0] as SourceTree
}

/** The node at a path of keys and indexes. */
function at(root: TreeNode, ...path: readonly (string | number)[]): TreeNode {
  return path.reduce((node: TreeNode, step) => {
    const next = typeof step === 'number' ? (node as SequenceNode).items[step] : fieldNode(node as MappingNode, step)
    return next ?? fail()
  }, root)
}

const list = (root: TreeNode, ...path: readonly (string | number)[]) => at(root, ...path) as SequenceNode
const mapping = (root: TreeNode, ...path: readonly (string | number)[]) => at(root, ...path) as MappingNode
const scalar = (root: TreeNode, ...path: readonly (string | number)[]) => at(root, ...path) as ScalarNode

/** The text after the edits of its first document; undefined where there are none. */
function changed(text: string, edit: (tree: SourceTree) => Edits): string | undefined {
  const edits = edit(treeOf(text))
  return edits && edited(text, edits)
}

describe('an item', () => {
  it.each([
    ['verbs: [get, list]', 'verbs: [get, list, watch]'],
    ['verbs: ["get","list"]', 'verbs: ["get","list","watch"]'],
    ["verbs: ['get']", "verbs: ['get', 'watch']"],
    ['verbs: ["get", list]', 'verbs: ["get", list, watch]'],
    ['verbs: []', 'verbs: ["watch"]'],
    ['verbs: [ ] # none', 'verbs: ["watch"] # none'],
    ['verbs: [get, list,]', 'verbs: [get, list, watch,]'],
    ['{verbs: [get]}', '{verbs: [get, watch]}'],
    ['verbs: [\n  get, # first\n  list # last\n]', 'verbs: [\n  get, # first\n  list, # last\n  watch\n]'],
    ['verbs: [\n  get,\n  list,\n]\n', 'verbs: [\n  get,\n  list,\n  watch,\n]\n'],
    ['verbs: [\n  get,\n  list]\n', 'verbs: [\n  get,\n  list, watch]\n'],
    ['verbs: [\n  # none yet\n]', 'verbs: [\n  # none yet\n"watch"]'],
    ['verbs:\n- get\n- list\n', 'verbs:\n- get\n- list\n- watch\n'],
    ['verbs:\n- get', 'verbs:\n- get\n- watch'],
    ['verbs:\r\n  - get # c\r\nx: y\r\n', 'verbs:\r\n  - get # c\r\n  - watch\r\nx: y\r\n'],
    ['verbs:\n  -   "get"\n  # later\nx: y', 'verbs:\n  -   "get"\n  -   "watch"\n  # later\nx: y'],
    ['verbs:\n- - get\n  - list\n', 'verbs:\n- - get\n  - list\n- watch\n'],
    ['\ufeffverbs:\n- get', '\ufeffverbs:\n- get\n- watch'],
    ['{"verbs": ["get"]}', '{"verbs": ["get", "watch"]}'],
    ['{"verbs":["get"]}', '{"verbs":["get","watch"]}'],
    ['{\n  "verbs": [\n    "get"\n  ]\n}', '{\n  "verbs": [\n    "get",\n    "watch"\n  ]\n}'],
  ])('is appended to %j', (before, expected) => {
    expect(changed(before, (tree) => addItem(tree, list(tree.root, 'verbs'), 'watch'))).toBe(expected)
  })

  it.each([
    ['', '""'],
    ['*', '"*"'],
    ['yes', '"yes"'],
    ['1', '"1"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['- a', '"- a"'],
    ['~', '"~"'],
    ['a\nb', '"a\\nb"'],
    ['impersonate:user-info', 'impersonate:user-info'],
    ['pods/log', 'pods/log'],
  ])('%j is quoted where YAML would read something else', (value, expected) => {
    const flow = 'verbs: [get]'
    expect(changed(flow, (tree) => addItem(tree, list(tree.root, 'verbs'), value))).toBe(`verbs: [get, ${expected}]`)
    const block = 'verbs:\n- get'
    expect(changed(block, (tree) => addItem(tree, list(tree.root, 'verbs'), value))).toBe(
      `verbs:\n- get\n- ${expected}`,
    )
  })

  it('is quoted in brackets where it has one', () => {
    expect(changed('a: [b]', (tree) => addItem(tree, list(tree.root, 'a'), 'c,d'))).toBe('a: [b, "c,d"]')
    expect(changed('a:\n- b', (tree) => addItem(tree, list(tree.root, 'a'), 'c,d'))).toBe('a:\n- b\n- c,d')
    expect(changed("a: ['b']", (tree) => addItem(tree, list(tree.root, 'a'), "it's"))).toBe("a: ['b', 'it''s']")
  })

  it('can be a mapping, in the style of its neighbours', () => {
    const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
    const add = (tree: SourceTree) => addItem(tree, list(tree.root, 'rules'), rule)
    expect(changed('rules:\n- apiGroups: ["apps"]\n  resources: ["deployments"]\n  verbs: [get]\n', add)).toBe(
      'rules:\n- apiGroups: ["apps"]\n  resources: ["deployments"]\n  verbs: [get]\n' +
        '- apiGroups: [""]\n  resources: ["pods"]\n  verbs: [get]\n',
    )
    expect(changed('rules:\n  - resources:\n      - a\n    verbs:\n      - get # c\n  # end\nx: y\n', add)).toBe(
      'rules:\n  - resources:\n      - a\n    verbs:\n      - get # c\n' +
        '  - apiGroups:\n      - ""\n    resources:\n      - pods\n    verbs:\n      - get\n  # end\nx: y\n',
    )
    expect(changed('rules: [{verbs: ["list"]}]', add)).toBe(
      'rules: [{verbs: ["list"]}, {apiGroups: [""], resources: ["pods"], verbs: ["get"]}]',
    )
    expect(changed('kind: Role\nrules: [] # none\n', add)).toBe(
      'kind: Role\nrules: # none\n- apiGroups: [""]\n  resources: ["pods"]\n  verbs: ["get"]\n',
    )
    expect(changed('{"rules": []}', add)).toBe(
      '{"rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]}',
    )
    expect(changed('{\n  "rules": [\n    {\n      "verbs": ["get"]\n    }\n  ]\n}', add)).toBe(
      '{\n  "rules": [\n    {\n      "verbs": ["get"]\n    },\n    {\n      "apiGroups": [\n        ""\n      ],\n' +
        '      "resources": [\n        "pods"\n      ],\n      "verbs": [\n        "get"\n      ]\n    }\n  ]\n}',
    )
  })

  it('keeps the comments of the item before it', () => {
    const text = 'rules:\n- verbs: [get]\n  # only to read\n\n# the end\n'
    expect(changed(text, (tree) => addItem(tree, list(tree.root, 'rules'), { verbs: ['list'] }))).toBe(
      'rules:\n- verbs: [get]\n  # only to read\n- verbs: [list]\n\n# the end\n',
    )
  })

  it.each([
    ['verbs: [get, list]', 0, 'verbs: [list]'],
    ['verbs: [get, list]', 1, 'verbs: [get]'],
    ['verbs: [get, list,]', 1, 'verbs: [get,]'],
    ['verbs: [ get ]', 0, 'verbs: []'],
    ['verbs: [\n  get, # a\n  list # b\n]', 0, 'verbs: [\n  list # b\n]'],
    ['verbs: [\n  get, # a\n  list # b\n]', 1, 'verbs: [\n  get # a\n]'],
    ['verbs: [get, # a\n  list]', 1, 'verbs: [get # a\n  ]'],
    ['verbs: [get, # a\n  list]', 0, 'verbs: [# a\n  list]'],
    ['verbs:\n- get # a\n# about list\n- list\n', 0, 'verbs:\n# about list\n- list\n'],
    ['verbs:\n- get\n- list # b\nx: y', 1, 'verbs:\n- get\nx: y'],
    ['verbs: # all\n- get # a\nx: y', 0, 'verbs: [] # all\nx: y'],
    ['verbs:\n  - get', 0, 'verbs: []\n'],
    ['verbs:\n- - get\n  - list\n- watch', 1, 'verbs:\n- - get\n  - list\n'],
    ['{"verbs": ["get", "list"]}', 1, '{"verbs": ["get"]}'],
    ['{"verbs": [\n  "get",\n  "list"\n]}', 1, '{"verbs": [\n  "get"\n]}'],
  ])('of %j is removed: %i', (before, index, expected) => {
    expect(changed(before, (tree) => removeItem(tree, list(tree.root, 'verbs'), index))).toBe(expected)
  })

  it('after the dash of its list is removed', () => {
    expect(changed('- - a\n  - b\n', (tree) => removeItem(tree, list(tree.root, 0), 0))).toBe('- - b\n')
    expect(changed('- - a\n', (tree) => removeItem(tree, list(tree.root, 0), 0))).toBe('- []\n')
  })

  it.each([
    ['verbs: ["get,delete"] # both', 'verbs: ["get", "delete"] # both'],
    ['verbs:\n  - get,delete # both\n', 'verbs:\n  - get # both\n  - delete\n'],
    ['verbs: [\n  "get,delete"\n]', 'verbs: [\n  "get",\n  "delete"\n]'],
    ['{"verbs": ["get,delete"]}', '{"verbs": ["get", "delete"]}'],
  ])('of %j is split', (before, expected) => {
    expect(changed(before, (tree) => splitItem(tree, list(tree.root, 'verbs'), 0, ['get', 'delete']))).toBe(expected)
  })
})

describe('a scalar', () => {
  it.each([
    ['a: b # c', 'a: x # c'],
    ['a: "b"', 'a: "x"'],
    ["a: 'b'", "a: 'x'"],
    ['a: |\n  b\nc: d', 'a: x\nc: d'],
    ['a:\nc: d', 'a: x\nc: d'],
    ['a: null', 'a: x'],
    ['{a: b}', '{a: x}'],
    ['{"a": "b"}', '{"a": "x"}'],
    ['{"a": 1}', '{"a": "x"}'],
  ])('of %j is replaced', (before, expected) => {
    expect(changed(before, (tree) => replaceScalar(tree, scalar(tree.root, 'a'), 'x'))).toBe(expected)
  })

  it('becomes a list', () => {
    const split = (tree: SourceTree) => replaceValue(tree, scalar(tree.root, 'verbs'), ['get', 'delete'])
    expect(changed('verbs: get,delete # both\n', split)).toBe('verbs: [get, delete] # both\n')
    expect(changed('{"verbs": "get,delete"}', split)).toBe('{"verbs": ["get", "delete"]}')
    expect(changed('resources:\n- "pods"\nverbs:\n', split)).toBe('resources:\n- "pods"\nverbs: ["get", "delete"]\n')
  })
})

describe('a key', () => {
  it.each([
    ['a: b # c', 'a: b # c\nk: v'],
    ['a: "b"\n# end\n', 'a: "b"\nk: "v"\n# end\n'],
    ['{a: b}', '{a: b, k: v}'],
    ['{}', '{"k": "v"}'],
    ['{a: b, c: {}}', '{a: b, c: {}, k: v}'],
    ['{"a":"b"}', '{"a":"b","k":"v"}'],
    ['{\n  "a": "b"\n}', '{\n  "a": "b",\n  "k": "v"\n}'],
  ])('is added to %j', (before, expected) => {
    expect(changed(before, (tree) => addPair(tree, mapping(tree.root), 'k', 'v'))).toBe(expected)
  })

  it('is added after another, with a list as the other lists', () => {
    const add = (tree: SourceTree) => addPair(tree, mapping(tree.root, 'rules', 0), 'resourceNames', ['a'], 'resources')
    expect(changed('rules:\n- resources: ["pods"]\n  verbs: ["get"]\n', add)).toBe(
      'rules:\n- resources: ["pods"]\n  resourceNames: ["a"]\n  verbs: ["get"]\n',
    )
    expect(changed('rules:\n  - resources:\n    - pods # all\n    verbs: [get]\n', add)).toBe(
      'rules:\n  - resources:\n    - pods # all\n    resourceNames: [a]\n    verbs: [get]\n',
    )
  })

  it('is not added a second time', () => {
    expect(changed('k: a', (tree) => addPair(tree, mapping(tree.root), 'k', 'v'))).toBeUndefined()
  })

  it.each([
    ['k: v # c\na: b', 'a: b'],
    ['a: b\nk:\n- v\n# d\n', 'a: b\n# d\n'],
    ['{k: v, a: b}', '{a: b}'],
    ['{"a": "b", "k": {"c": "d"}}', '{"a": "b"}'],
    ['k: v', '{}'],
  ])('of %j is removed', (before, expected) => {
    expect(changed(before, (tree) => removePair(tree, mapping(tree.root), 'k'))).toBe(expected)
  })

  it('after the dash of a list is removed', () => {
    const remove = (tree: SourceTree) => removePair(tree, mapping(tree.root, 0), 'k')
    expect(changed('- k: v\n  a: b\n', remove)).toBe('- a: b\n')
    expect(changed('- k: v # c\n  # about a\n  a: b\n', remove)).toBe('-\n  # about a\n  a: b\n')
    expect(changed('- k: v\n', remove)).toBe('- {}\n')
    expect(changed('x:\n  k: v\ny: z\n', (tree) => removePair(tree, mapping(tree.root, 'x'), 'k'))).toBe(
      'x: {}\ny: z\n',
    )
  })
})

describe('no edit', () => {
  it.each([
    ['an alias', 'a: &a [get]\nverbs: *a\n'],
    ['an anchored list that an alias repeats', 'verbs: &a [get]\nb: *a\n'],
    ['a template', 'verbs: [get] # {{ .Values.more }}\n'],
    ['annotations of ytt', 'verbs:\n#@ if x:\n- get\n#@ end\n'],
  ])('is made of %s', (_, text) => {
    expect(changed(text, (tree) => addItem(tree, list(tree.root, 'verbs'), 'watch'))).toBeUndefined()
  })

  it('is made inside an anchored node that an alias repeats', () => {
    const text = 'a: &a\n  verbs: [get]\nb: *a\n'
    expect(changed(text, (tree) => addItem(tree, list(tree.root, 'a', 'verbs'), 'watch'))).toBeUndefined()
    expect(changed(text, (tree) => addItem(tree, list(tree.root, 'b', 'verbs'), 'watch'))).toBeUndefined()
    expect(changed(text.replace('b: *a\n', ''), (tree) => addItem(tree, list(tree.root, 'a', 'verbs'), 'watch'))).toBe(
      'a: &a\n  verbs: [get, watch]\n',
    )
  })

  it('is made of a mapping with a merge key', () => {
    const text = 'a: &a {x: y}\nb:\n  <<: *a\n  c: d\n'
    expect(changed(text, (tree) => addPair(tree, mapping(tree.root, 'b'), 'k', 'v'))).toBeUndefined()
    expect(changed(text, (tree) => removePair(tree, mapping(tree.root, 'b'), 'c'))).toBeUndefined()
  })
})

describe('several items', () => {
  it('are appended at once', () => {
    expect(changed('a:\n- b # c\n', (tree) => addItems(tree, list(tree.root, 'a'), ['d', 'e']))).toBe(
      'a:\n- b # c\n- d\n- e\n',
    )
    expect(changed('a: []', (tree) => addItems(tree, list(tree.root, 'a'), ['d', 'e']))).toBe('a: ["d", "e"]')
  })

  it('are appended in the right document', () => {
    const text = 'a: [b]\n---\n# c\na:\n- d\n---\na: e\n'
    const tree = treesOf(text)[1] as SourceTree
    expect(edited(text, addItem(tree, list(tree.root, 'a'), 'x') ?? [])).toBe(
      'a: [b]\n---\n# c\na:\n- d\n- x\n---\na: e\n',
    )
  })
})
