import { describe, expect, it } from 'vitest'
import { runArguments, SCENARIO_TEXT } from './testing.ts'

describe('scenarios of pages', () => {
  const INNER = `{{< authz-playground >}}\n${SCENARIO_TEXT}expect: [{code: 403}]\n{{< /authz-playground >}}\n`

  it('are checked and run, with lines of the page', async () => {
    const files = { 'p.md': `Text\n\n${INNER}` }
    const { status, out } = await runArguments(['check', 'p.md'], files)
    expect([status, out]).toEqual([1, expect.stringMatching(/^not as expected: p\.md:24:10 constrained\n/)])
    expect((await runArguments(['run', 'p.md'], files)).out).toContain('p.md:17 rule 2 of ClusterRole as-jane')
  })

  it('are found in all pages below a folder, and in the files beside them that they name', async () => {
    const { status, out } = await runArguments(['check', 'content'], {
      'content/a/index.md':
        'Text {{< authz-playground src="more/s.yaml" theme="dark" />}} and {{</* authz-playground */>}}',
      'content/a/more/s.yaml': `${SCENARIO_TEXT}expect: [{code: 200}]\n`,
      'content/a/more/other.yaml': 'no scenario',
      'content/b.md': '# No scenario\n',
      'content/c.markdown': `${INNER}\n- In a list:\n${INNER.replace(/^/gm, '  ')}`,
    })
    expect([status, out.match(/^not as expected: .*$/gm)]).toEqual([
      1,
      [
        'not as expected: content/c.markdown:22:10 constrained',
        'not as expected: content/c.markdown:47:12 constrained',
      ],
    ])
    expect(out).toContain('1 of 3 expectations hold')
  })

  it('are not lessons, which only render takes', async () => {
    const lesson = '{{< authz-playground course="rbac-from-nothing" lesson="2" />}}\n'
    const { status, out } = await runArguments(['check', 'p.md'], { 'p.md': lesson + INNER })
    expect([status, out]).toEqual([1, expect.stringContaining('0 of 1 expectation holds')])
    expect((await runArguments(['check', 'p.md'], { 'p.md': lesson })).err).toContain('This page holds no scenario.')
  })

  it.each([
    ['a page without one', '# Text', 'p.md: error: This page holds no scenario.'],
    [
      'one that is not closed',
      'a\n{{< authz-playground >}}\nversion: 1\n',
      'p.md:2: error: This shortcode is not closed.',
    ],
    [
      'an empty one',
      '{{< authz-playground >}} {{< /authz-playground >}}',
      'p.md:1: error: This shortcode holds no scenario.',
    ],
    ['one that is Markdown', '{{% authz-playground %}}', 'p.md:1: error: This shortcode cannot be read.'],
    [
      'a file that is not there',
      '{{< authz-playground src="x.yaml" />}}',
      'x.yaml: error: There is no such file or folder.',
    ],
    [
      'one that names a file and holds another',
      '{{< authz-playground src=`s.yaml` >}}\nversion: 1\n{{< /authz-playground >}}',
      'p.md:1: error: This shortcode holds a scenario and names another.',
    ],
    [
      'an error, at its line of the page',
      '\n\n{{< authz-playground >}}\nversion: 1\nrequester: {}\n{{< /authz-playground >}}',
      'p.md:5:1: error: “requester” is not a field',
    ],
  ])('are not guessed: %s', async (_, page, said) => {
    const { status, err } = await runArguments(['check', 'p.md'], { 'p.md': page })
    expect(status).toBe(2)
    expect(err).toContain(said)
  })

  it('are looked for where a folder is named, as its scenario documents are', async () => {
    const files = {
      'docs/a.md': '# Text\n\n{{< authz-playground src="c.yaml" />}}\n',
      'docs/b.yaml': `${SCENARIO_TEXT}expect: [{code: 200}]\n`,
      'docs/c.yaml': `${SCENARIO_TEXT}expect: [{code: 200}]\n`,
      'docs/role.yaml': 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: r}\nrules: []\n',
    }
    expect(await runArguments(['check', 'docs'], files)).toMatchObject({ status: 0, out: '2 of 2 expectations hold\n' })

    const { status, err } = await runArguments(['check', 'docs'], {
      'docs/a.md': '# Text',
      'docs/role.yaml': 'kind: Role',
    })
    expect([status, err]).toEqual([2, expect.stringContaining('docs: error: This folder holds no scenario')])
  })

  it('of a folder, one that is broken is an error, also in JSON', async () => {
    const files = {
      'docs/a.yaml': SCENARIO_TEXT,
      'docs/b.json': '{"version": 2, "request": {"http": "GET / HTTP/1.1"}, "wrong": 1}',
    }
    const { status, err } = await runArguments(['run', 'docs'], files)
    expect(status).toBe(2)
    expect(err).toContain('docs/b.json:1:')
  })
})
