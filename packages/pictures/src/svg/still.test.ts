import { plainText, sentences } from '@authz-playground/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gridRunOf } from '../layout/grid-run.ts'
import { layOutQuestionGrid } from '../layout/question-grid.ts'
import { stillSvg } from './still.ts'
import { isWellFormed, POLICY, pictured } from './testing.ts'

const ALLOWED = await pictured()
const REFUSED = await pictured({ policy: '' })

/** What of a picture is read, line by line: names of XML and style aside. */
const shown = (svg: string): string =>
  svg
    .replace(/<(title|desc|style)[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/<\/text>/g, ' ')
    .replace(/<[^>]+>/g, '')
const described = (svg: string): string => /<desc[^>]*>([\s\S]*)<\/desc>/.exec(svg)?.[1] ?? ''
const styleOf = (svg: string): string => /<style>([\s\S]*?)<\/style>/.exec(svg)?.[1] ?? ''
const spaced = (text: string): string => text.replace(/\s+/g, ' ')

describe('the still picture', () => {
  it('tells the answer, every node, the request and the design, in text', () => {
    const text = spaced(shown(stillSvg({ ...ALLOWED, title: 'A deputy lists pods' })))
    expect(text).toContain('A deputy lists pods')
    for (const word of plainText(sentences(ALLOWED.trace, ALLOWED.request).answer).split(/[: ]+/))
      expect(text).toContain(word)
    for (const { lines } of ALLOWED.chart.nodes)
      for (const line of lines)
        for (const words of line) expect(text).toContain(spaced(typeof words === 'string' ? words : words.code))
    expect(text).toContain('GET /api/v1/namespaces/default/pods')
    expect(text).toContain('Design: Constrained impersonation, as released')
  })

  it('draws the path of the request heavy and colours the decisions', () => {
    const svg = stillSvg(ALLOWED)
    const taken = ALLOWED.trace.steps.filter(({ edge }) => edge !== undefined).length
    const heavy = svg.match(/<g class="s-chart-taken f-chart-taken"[^>]*stroke-width="2.5"/g) ?? []
    expect(heavy).toHaveLength(taken)
    expect(svg).toContain('s-chart-faded')
    expect(svg).toContain('f-allow-wash')
    expect(svg).not.toContain('f-deny-wash')
  })

  it('explains the marks that occur, and no other', () => {
    const [allowed, refused] = [shown(stillSvg(ALLOWED)), shown(stillSvg(REFUSED))]
    expect(allowed).toContain('an authorizer allows the check')
    expect(allowed).not.toContain('nobody allows or denies it')
    expect(refused).toContain('nobody allows or denies it')
    expect(refused).toContain('the client gets 403')
    expect(refused).not.toContain('an authorizer allows')
  })

  it('is the same text each time', async () => {
    expect(stillSvg(await pictured())).toBe(stillSvg(ALLOWED))
  })

  it('holds no script, nothing foreign, and loads nothing', () => {
    const svg = stillSvg({ ...ALLOWED, title: 'https://example.com/a.png' })
    expect(svg).not.toMatch(/<(script|foreignObject|image|use|a|link)\b|\bhref=|url\(|@import|\bon[a-z]+=/)
  })

  it('has a title and a description that its root names', () => {
    const svg = stillSvg({ ...ALLOWED, title: 'A deputy lists pods' })
    const [, labelled = ''] = /role="img" aria-labelledby="([^"]+)"/.exec(svg) ?? []
    const [title, desc] = labelled.split(' ')
    expect(svg).toContain(`<title id="${title}">A deputy lists pods</title>`)
    expect(svg).toContain(`<desc id="${desc}">`)
    expect(described(svg)).toMatch(/\n1\. Receive request/)
    expect(described(svg)).toContain(`${ALLOWED.trace.steps.length}. `)
    expect(described(svg)).toContain('Check 1 of 3')
  })

  it('can stand on a page with others: its ids and its style are its own', () => {
    const ids = [ALLOWED, REFUSED].map((input) => {
      const svg = stillSvg(input)
      const [, id = ''] = /<svg xmlns="[^"]+" id="([^"]+)"/.exec(svg) ?? []
      for (const [selector] of styleOf(svg).matchAll(/[#.][\w-]+ \.[\w-]+(?=\{)/g)) expect(selector).toMatch(`#${id} `)
      for (const [, own] of svg.matchAll(/ id="([^"]+)"/g)) expect(own).toMatch(id)
      return id
    })
    expect(new Set(ids).size).toBe(2)
  })

  it('is light, and dark for readers who prefer that', () => {
    const svg = stillSvg(ALLOWED)
    expect(svg).toContain('fill="#fcfcfa"')
    expect(styleOf(svg)).toMatch(/@media \(prefers-color-scheme:dark\)\{.*\.f-ground\{fill:#16181b\}/)
  })

  it('can be kept to one theme', () => {
    expect(styleOf(stillSvg(ALLOWED, 'light'))).not.toMatch(/@media|#16181b/)
    expect(styleOf(stillSvg(ALLOWED, 'dark'))).toMatch(/\.f-ground\{fill:#16181b\}/)
    expect(styleOf(stillSvg(ALLOWED, 'dark'))).not.toContain('@media')
  })

  it('has a dark colour for everything that it colours', () => {
    const svg = stillSvg(ALLOWED)
    const classes = new Set([...svg.matchAll(/class="([^"]+)"/g)].flatMap(([, all = '']) => all.split(' ')))
    for (const name of classes) expect(styleOf(svg), name).toContain(`.${name}{`)
  })

  it('says beside the answer what keeps it from resting on all of the input', () => {
    const caveat = 'Decided with what could be read: 2 errors in the policy.'
    expect(spaced(shown(stillSvg({ ...ALLOWED, caveat })))).toContain(caveat)
    expect(described(stillSvg({ ...ALLOWED, caveat }))).toContain(caveat)
  })
})

describe('what people typed', () => {
  it('cannot become markup', async () => {
    const name = '<script>alert(1)</script>&amp;"\'--><!--]]>'
    const input = await pictured({ requestor: name })
    const svg = stillSvg({ ...input, title: name })
    expect(isWellFormed(svg)).toBe(true)
    expect(svg).not.toContain('<script')
    expect(svg).not.toContain(']]>')
  })

  it('is cut where it is too long for a picture, and is whole in the description', async () => {
    const name = 'n'.repeat(10_000)
    const input = await pictured({ requestor: name })
    const svg = stillSvg(input)
    expect(described(svg)).toContain(name)
    expect(shown(svg)).not.toContain('n'.repeat(200))
    expect(Number(/ height="(\d+)"/.exec(svg)?.[1])).toBeLessThan(1500)
  })

  it('cannot turn the direction of what follows, nor bring in what XML forbids', () => {
    const svg = stillSvg({ ...ALLOWED, title: 'a\u202Ecba\u0000\u0008\uFFFE\uD800b' })
    expect(svg).toContain('a\\u202ecba\\u0000\\u0008\\ufffe\uFFFDb')
  })

  it('leaves XML well formed, whatever it is', async () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('<!DOCTYPE', ']]>', '&#0;', '\u2028'),
    )
    await fc.assert(
      fc.asyncProperty(anything, anything, async (title, requestor) => {
        const input = await pictured({ requestor: requestor === '' ? 'x' : requestor, policy: POLICY })
        const svg = stillSvg({ ...input, title })
        expect(isWellFormed(svg)).toBe(true)
        // Everything but tab, line breaks, and what XML 1.0 calls characters (https://www.w3.org/TR/xml/#charsets).
        expect(svg).not.toMatch(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the still picture of a question grid', () => {
  const gridOf = (input: typeof ALLOWED) => ({
    ...input,
    chart: layOutQuestionGrid(input.design.graph, gridRunOf(input.trace, input.request), { width: 700 }),
  })

  it('has the questions, the cells as they ended, and the way of the request', () => {
    const svg = stillSvg(gridOf(REFUSED))
    const text = spaced(shown(svg))
    expect(isWellFormed(svg)).toBe(true)
    for (const words of [
      'May it do this as',
      'whom does it name?',
      'not a node',
      'impersonate-on:',
      'user-info:list',
      'no',
    ])
      expect(text).toContain(words)
    const taken = REFUSED.trace.steps.filter(({ edge }) => edge !== undefined).length
    const heavy = svg.match(/<g class="s-chart-taken f-chart-taken"[^>]*stroke-width="2.5"/g) ?? []
    expect(heavy).toHaveLength(taken)
    expect(spaced(shown(stillSvg(gridOf(ALLOWED))))).toContain('200 served')
  })
})
