import { linkHash, readScenarioDocument, type ScenarioDocument } from '@authz-playground/engine/documents'
import { describe, expect, it } from 'vitest'
import { runArguments } from './testing.ts'

const TEXT = `version: 1
title: Jane lists pods
requestor: {username: jane}
request: {http: GET /api/v1/namespaces/prod/pods HTTP/1.1}
expect: [{code: 403}]
`
const LINK = linkHash({ document: readScenarioDocument(TEXT).document as ScenarioDocument })

describe('a link in place of a file', () => {
  it.each([LINK, `https://example.org/playground/${LINK}`, `https://example.org/${LINK}&step=2&compare/designs`])(
    'is decided as the file is: %s',
    async (link) => {
      const fromFile = await runArguments(['run', 'scenario.yaml', '-o', 'markdown'], { 'scenario.yaml': TEXT })
      const fromLink = await runArguments(['run', link, '-o', 'markdown'])
      expect(fromLink).toMatchObject({ status: 0, out: fromFile.out })
    },
  )

  it('is checked beside files, several at once, also where it names an example', async () => {
    const { status, out } = await runArguments(['check', LINK, 'a.yaml', '#example/docs-user-list'], { 'a.yaml': TEXT })
    expect(out).toBe('3 of 3 expectations hold\n')
    expect(status).toBe(0)
    const wrong = linkHash({
      document: readScenarioDocument(TEXT.replace('403', '200')).document as ScenarioDocument,
    })
    const differs = await runArguments(['check', wrong])
    expect(differs.status).toBe(1)
    expect(differs.out).toContain(`not as expected: ${wrong.slice(0, 16)}…`)
  })

  it.each([
    [LINK.slice(0, -5), 'This link is damaged: perhaps a part of it is missing.'],
    ['#z9/abc', 'This link has a format (“z9”)'],
    ['#example/nothing', 'There is no example “nothing”.'],
    ['#compare/arguments/union', 'This link does not contain a scenario.'],
    ['https://example.org/playground/', 'This address has no # with a scenario, and nothing is fetched.'],
  ])('says what is wrong with %s, and checks the others', async (link, words) => {
    const { status, err, out } = await runArguments(['check', link, 'a.yaml'], { 'a.yaml': TEXT })
    expect(err).toContain(words)
    expect(out).toContain('1 of 1 expectation holds, 1 could not be compared')
    expect(status).toBe(2)
  })
})
