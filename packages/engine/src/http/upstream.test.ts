import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { goQuote } from '../go/index.ts'
import { type Attributes, attributesFor, type FieldRequirement, type LabelRequirement } from '../kube/index.ts'
import { parseFieldSelector } from './field-selector.ts'
import { canonicalHeaderName } from './headers.ts'
import { readHTTP } from './http.ts'
import { targetOf } from './impersonation.ts'
import { parseLabelSelector, printLabelRequirement } from './label-selector.ts'
import type { HTTPHeader } from './request.ts'
import { attributesOf } from './request-line.ts'

type Pair = readonly [string, string]
type Lists = readonly (readonly [string, readonly string[]])[]
type Failed = { readonly message: string }

/** One answer of the API server's own code. Empty strings and lists are left out. */
type Case =
  | { readonly made: string; readonly kind?: never }
  | ({ readonly kind: 'attributes'; readonly method: string; readonly target: string } & (
      | { readonly attributes: Partial<Attributes> }
      | { readonly message: string }
      | { readonly refused: true }
    ))
  | ({ readonly kind: 'fieldSelector'; readonly text: string } & (
      | { readonly requirements: readonly FieldRequirement[] }
      | Failed
    ))
  | ({ readonly kind: 'labelSelector'; readonly text: string } & (
      | { readonly requirements: readonly LabelRequirement[]; readonly printed: readonly string[] }
      | Failed
    ))
  | ({ readonly kind: 'target'; readonly headers: readonly Pair[] } & (
      | { readonly asks: 'none' }
      | { readonly asks: 'bad'; readonly message: string; readonly olderMessage: string }
      | {
          readonly asks: 'target'
          readonly username: string
          readonly uid: string
          readonly groups: readonly string[]
          readonly extra: Lists
        }
    ))
  | { readonly kind: 'quote'; readonly text: string; readonly quoted: string }
  | ({ readonly kind: 'wire'; readonly text: string } & (
      | { readonly method: string; readonly target: string; readonly headers: Lists }
      | { readonly refused: number }
    ))

const cases = readFileSync(new URL('./testdata/go-1.26-kubernetes-1.36.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case)

function casesOf<Kind extends Case['kind']>(kind: Kind): readonly Extract<Case, { kind: Kind }>[] {
  return cases.filter((one): one is Extract<Case, { kind: Kind }> => one.kind === kind)
}

const NOBODY = { username: '', uid: '', groups: [], extra: new Map() }
const NOTHING = attributesFor(NOBODY, { isResourceRequest: false })

describe('like kube-apiserver 1.36', () => {
  it('reads request lines', () => {
    expect(casesOf('attributes').length).toBeGreaterThan(300)
    for (const one of casesOf('attributes')) {
      const read = attributesOf({ method: one.method, target: one.target, headers: [], body: '' }, NOBODY)
      const expected =
        'attributes' in one
          ? { ok: true, attributes: { ...NOTHING, ...one.attributes } }
          : {
              ok: false,
              ...('message' in one ? { code: 500, message: one.message } : { code: 400, message: '400 Bad Request' }),
            }
      expect(read, `${one.method} ${one.target}`).toEqual(expected)
    }
  })

  it('reads field selectors', () => {
    expect(casesOf('fieldSelector').length).toBeGreaterThan(200)
    for (const { kind: _, text, ...answer } of casesOf('fieldSelector')) {
      const { ok, ...parsed } = parseFieldSelector(text)
      expect({ text, ok, ...parsed }).toEqual({ text, ok: 'requirements' in answer, ...answer })
    }
  })

  it('reads label selectors', () => {
    expect(casesOf('labelSelector').length).toBeGreaterThan(150)
    for (const { kind: _, text, ...answer } of casesOf('labelSelector')) {
      const parsed = parseLabelSelector(text)
      const ours = parsed.ok
        ? { requirements: parsed.requirements, printed: parsed.requirements.map(printLabelRequirement) }
        : { message: parsed.message }
      expect({ text, ...ours }).toEqual({ text, ...answer })
    }
  })

  it('finds in the headers whom to impersonate, with both texts of the 400', () => {
    expect(casesOf('target').length).toBeGreaterThan(80)
    for (const one of casesOf('target')) {
      const target = targetOf(one.headers.map(([name, value]) => ({ name, value })))
      const { kind: _, headers, asks, ...answer } = one
      const ours =
        target.kind === 'target'
          ? {
              kind: 'target',
              ...target.wantedUser,
              extra: [...target.wantedUser.extra].sort(([a], [b]) => (a < b ? -1 : 1)),
            }
          : target
      expect({ headers, ...ours }).toEqual({ headers, kind: asks, ...answer })
    }
  })

  it('quotes strings', () => {
    expect(casesOf('quote').length).toBeGreaterThan(50)
    for (const { text, quoted } of casesOf('quote')) expect(goQuote(text)).toBe(quoted)
  })
})

describe('like the HTTP server under it', () => {
  it('reads and refuses the same requests as upstream', () => {
    expect(casesOf('wire').length).toBeGreaterThan(60)
    for (const one of casesOf('wire')) {
      const { request, diagnostics } = readHTTP(one.text)
      const understood = diagnostics.every(({ severity }) => severity !== 'error')
      expect({ text: one.text, understood }).toEqual({ text: one.text, understood: !('refused' in one) })
      if ('refused' in one) continue
      expect(request?.method).toBe(one.method)
      expect(request?.target).toBe(one.target)
      expect(byName(request?.headers ?? []), one.text).toEqual(one.headers)
    }
  })
})

/** Headers as Go keeps them, sorted by name, without Host. */
function byName(headers: readonly HTTPHeader[]): Lists {
  const names = [...new Set(headers.map(({ name }) => canonicalHeaderName(name)))]
    .filter((name) => name !== 'Host')
    .sort()
  return names.map((name) => [
    name,
    headers.filter((header) => canonicalHeaderName(header.name) === name).map(({ value }) => value),
  ])
}
