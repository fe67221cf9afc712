import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ParsedDocument, parseYaml } from './parser.ts'
import { YamlProblem } from './problems/problem.ts'
import type { ScalarNode, TreeNode } from './tree.ts'

/** The document, or undefined when it is no YAML. */
function tryParse(text: string, base = 0): ParsedDocument | undefined {
  try {
    return parseYaml(text, base)
  } catch (error) {
    if (error instanceof YamlProblem) return undefined
    throw error
  }
}

function nodesOf(node: TreeNode | undefined): readonly TreeNode[] {
  if (node === undefined) return []
  switch (node.kind) {
    case 'sequence':
      return [node, ...node.items.flatMap(nodesOf)]
    case 'mapping':
      return [node, ...node.pairs.flatMap(({ key, value }) => [...nodesOf(key), ...nodesOf(value)])]
    default:
      return [node]
  }
}

function scalarsOf(text: string): readonly ScalarNode[] {
  return nodesOf(tryParse(text)?.root).filter((node) => node.kind === 'scalar')
}

/** The value of a document that is one scalar, perhaps in brackets. */
function scalarIn(text: string): string | undefined {
  const root = tryParse(text)?.root
  const node = root?.kind === 'sequence' ? root.items[0] : root
  return node?.kind === 'scalar' ? node.value : undefined
}

/** Pieces that make YAML, and break it, when they are put together at random. */
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
    '[',
    ']',
    '{',
    '}',
    ', ',
    '"',
    "'",
    '"d e"',
    "'f''g'",
  ],
  ...[
    '"h\\n\\u00e9"',
    '|\n',
    '>-\n',
    '|+\n',
    '# i',
    ' # j\n',
    '&k ',
    '*k',
    '!!str ',
    '? ',
    '~',
    '12',
    'é😀',
    '\t',
    '\r\n',
    '---\n',
    '...\n',
  ],
)
const TEXT = fc.array(FRAGMENT, { maxLength: 40 }).map((fragments) => `${fragments.join('')}\n`)

describe('the places of nodes', () => {
  it('spans scalars with their quotes, and collections with their brackets', () => {
    const text = 'a: "b c"\nd: [e, {f: g}]\nh:\n  - i\n  -   \'j\'\n'
    const spans = nodesOf(parseYaml(text, 0).root).map(({ start, end }) => text.slice(start, end))
    expect(spans).toEqual([
      text.trimEnd(),
      ...['a', '"b c"', 'd', '[e, {f: g}]', 'e', '{f: g}', 'f', 'g', 'h', "- i\n  -   'j'", 'i', "'j'"],
    ])
  })

  it('counts offsets from where the document begins in its text', () => {
    expect(parseYaml('a: b\n', 100).root).toMatchObject({ start: 100, end: 104 })
  })

  it('reads a missing value after a colon or dash as null', () => {
    const text = 'a:\nb: [c: ]\nd:\n- \n- e\n'
    const empty = scalarsOf(text).filter(({ start, end }) => start === end)
    expect(empty.map(({ start }) => text.slice(0, start).split('\n').at(-1))).toEqual(['a:', 'b: [c:', '-'])
  })

  it('spans block scalars from their indicator to their last character', () => {
    const text = 'a: |-\n    b\n     c\n\nd: e\n'
    const [, block] = scalarsOf(text)
    expect(block?.value).toBe('b\n c')
    expect(text.slice(block?.start, block?.end)).toBe('|-\n    b\n     c')
  })

  it('spans text that has the value of the scalar, for every scalar', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        for (const { start, end, value } of scalarsOf(text)) {
          const source = text.slice(start, end)
          // These count from what stands around them: line breaks that follow, and the indentation of the parent.
          if (/^[|>]\S*[+0-9]/.test(source)) continue
          // Different characters are allowed inside and outside of brackets.
          expect(source === '' ? [''] : [scalarIn(` ${source}\n`), scalarIn(`[ ${source}\n]\n`)]).toContain(value)
        }
      }),
      { numRuns: 2000 },
    )
  })

  it('keeps children inside of their parents, one after the other', () => {
    fc.assert(
      fc.property(TEXT, (text) => {
        for (const node of nodesOf(tryParse(text)?.root)) {
          const children =
            node.kind === 'sequence'
              ? node.items
              : node.kind === 'mapping'
                ? node.pairs.flatMap(({ key, value }) => [key, value])
                : []
          expect(node.start).toBeGreaterThanOrEqual(0)
          expect(node.end).toBeLessThanOrEqual(text.length)
          for (const [i, child] of children.entries()) {
            expect(child.start).toBeGreaterThanOrEqual(children[i - 1]?.end ?? node.start)
            expect(child.end).toBeLessThanOrEqual(node.end)
          }
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('like libyaml, unlike YAML 1.2', () => {
  it('lets brackets and quotes end at any column', () => {
    const text = 'rules:\n- verbs: [\n    get\n  ]\n  resources: ["a\nb"\n]\n'
    expect(scalarsOf(text).map(({ value }) => value)).toEqual(['rules', 'verbs', 'get', 'resources', 'a b'])
  })

  it('breaks lines at NEL, LS and PS', () => {
    expect(scalarsOf('a: b\u0085c: d\u2028e: f\u2029').map(({ value }) => value)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
    ])
  })

  it('takes keys of up to 1024 characters in one line', () => {
    expect(tryParse(`${'a'.repeat(1024)}: b\n`)).toBeDefined()
    expect(tryParse(`${'a'.repeat(1025)}: b\n`)).toBeUndefined()
  })

  it('reads the first document, and says where the rest begins', () => {
    expect(parseYaml('{a: b} {c: d}\n', 10)).toMatchObject({ root: { end: 16 }, ignoredFrom: 17 })
    expect(parseYaml('a: b\n...\nc\n', 0).ignoredFrom).toBe(8)
    expect(parseYaml('a: b\n', 0).ignoredFrom).toBe(-1)
    expect(parseYaml('# nothing\n', 0)).toEqual({ ignoredFrom: -1 })
  })
})
