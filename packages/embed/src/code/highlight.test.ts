import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CodeLanguage, tokensOf } from './highlight.ts'

/** The pieces of a line that are not plain, as "kind text". */
const marked = (line: string, language: CodeLanguage): readonly string[] =>
  tokensOf(line, language).flatMap(({ start, end, kind }) =>
    kind === 'plain' ? [] : [`${kind} ${line.slice(start, end)}`],
  )

describe('a line of YAML', () => {
  it('has keys and values of different kinds', () => {
    expect(marked('  name: impersonate-jane', 'yaml')).toEqual(['key name', 'soft :'])
    expect(marked('- apiGroups: [""]', 'yaml')).toEqual(['soft -', 'key apiGroups', 'soft :', 'soft [', 'soft ]'])
    expect(marked('  system:node: x', 'yaml')).not.toEqual([])
    expect(marked('- system:masters', 'yaml')).toEqual(['soft -'])
  })

  it('has comments and texts of different kinds', () => {
    expect(marked('# all of it', 'yaml')).toEqual(['soft # all of it'])
    expect(marked('name: a # why', 'yaml')).toEqual(['key name', 'soft :', 'soft # why'])
    expect(marked('name: "a # b"', 'yaml')).toEqual(['key name', 'soft :'])
  })

  it('has the end of its document set back', () => {
    expect(marked('---', 'yaml')).toEqual(['soft ---'])
  })
})

describe('a line of a request', () => {
  it('has its method and its headers of kinds of their own', () => {
    expect(marked('GET /api/v1/pods HTTP/1.1', 'http')).toEqual(['strong GET', 'soft  HTTP/1.1'])
    expect(marked('Impersonate-User: jane', 'http')).toEqual(['key Impersonate-User:'])
    expect(marked('kubectl get pods --as=jane -n prod', 'shell')).toEqual(['strong kubectl', 'key --as=', 'key -n'])
  })
})

it('is cut into tokens that are all of it, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom<CodeLanguage>('yaml', 'http', 'shell'),
      (line, language) => {
        expect(
          tokensOf(line, language)
            .map(({ start, end }) => line.slice(start, end))
            .join(''),
        ).toBe(line)
      },
    ),
  )
})

it('does not highlight very long lines', () => {
  expect(tokensOf(`a: ${'"'.repeat(100_000)}`, 'yaml')).toHaveLength(1)
})
