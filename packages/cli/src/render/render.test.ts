import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runArguments, SCENARIO_TEXT, VECTOR } from '../testing.ts'

const FILES = { 'docs/scenario.yaml': SCENARIO_TEXT }

const render = (args: readonly string[], files: Readonly<Record<string, string>> = FILES, world = {}) =>
  runArguments(['render', ...args], files, world)

const text = (content: string | Uint8Array | undefined) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

describe('render', () => {
  it.each([
    ['svg', /^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]*<\/svg>\n?$/],
    ['animated-svg', /^<svg [\s\S]*<\/svg>\n?$/],
    [
      'mermaid',
      /^---\nconfig:\n {2}layout: dagre\n---\nflowchart TD\n[\s\S]*✓ Allow[\s\S]*linkStyle [\d,]+ stroke:#0969da,stroke-width:3px\n$/,
    ],
    [
      'markdown',
      /^## The deputy lists pods\n\n\*\*200: `deputy` may[\s\S]*\| scenario\.yaml:14<br>[\s\S]*```mermaid\n[\s\S]*<\/details>\n$/,
    ],
    [
      'html',
      /^<authz-playground>\n<script type="application\/yaml">\nversion: 1\n[\s\S]*<svg [\s\S]*<\/authz-playground>\n$/,
    ],
  ])('prints %s, the same every time', async (form, printed) => {
    const first = await render(['docs/scenario.yaml', '-o', form])
    expect(first).toMatchObject({ status: 0, err: '', written: {} })
    expect(first.out).toMatch(printed)
    expect((await render(['docs/scenario.yaml', '-o', form])).out).toBe(first.out)
  })

  it('draws svg where no form is asked for', async () => {
    const { out } = await render(['docs/scenario.yaml'])
    expect(out).toBe((await render(['docs/scenario.yaml', '-o', 'svg'])).out)
  })

  it('draws a png of either theme, the same bytes every time', async () => {
    const png = async (...args: readonly string[]) => (await render(['docs/scenario.yaml', '-o', 'png', ...args])).bytes
    const [light, again, dark, small] = [await png(), await png(), await png('--theme', 'dark'), await png('--scale=1')]
    expect([...light.slice(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    expect(Buffer.compare(light, again)).toBe(0)
    expect(Buffer.compare(light, dark)).not.toBe(0)
    const width = (bytes: Uint8Array) => Buffer.from(bytes).readUInt32BE(16)
    expect(width(light)).toBe(2 * width(small))
  })

  it('names the place of a rule without the folder of the file', async () => {
    const { out } = await render(['/home/me/docs/scenario.yaml', '-o', 'markdown'], {
      '/home/me/docs/scenario.yaml': SCENARIO_TEXT,
    })
    expect(out).not.toContain('/home/me')
    expect(out).toBe((await render(['docs/scenario.yaml', '-o', 'markdown'])).out)
  })

  it('decides under the flags for the cluster, and gives the decided scenario to the live element', async () => {
    const { out } = await render(['docs/scenario.yaml', '-o', 'html', '--design', 'legacy'])
    expect(out).toContain('\ndesign: legacy\n')
    expect(out).toMatch(/403<\/b>: <code>deputy<\/code> may not/)
  })

  it('makes a page of its own, with the module where one is named', async () => {
    const args = ['docs/scenario.yaml', '-o', 'html', '--standalone', '--module', 'https://example.org/live.js']
    const { out } = await render(args)
    expect(out).toMatch(/^<!doctype html>/)
    expect(out).toContain('<title>The deputy lists pods</title>')
    expect(out).toContain('<script type="module" src="https://example.org/live.js"></script>')
  })

  it('shows the request that the file shows, or another by its number', async () => {
    const several = SCENARIO_TEXT.replace(
      /request:\n {2}http: \|\n {4}(.*)\n {4}(.*)\n/,
      'requests:\n- http: "GET /healthz"\n- http: "$1\\n$2"\n- http: "GET /livez"\nview: {request: 2}\n',
    )
    const print = async (...args: readonly string[]) =>
      await render(['s.yaml', '-o', 'html', ...args], { 's.yaml': several })
    expect((await print()).out).toContain('may <code>list</code>')
    expect((await print('--request', '3')).out).toMatch(/403<\/b>: [^\n]*the path <code>\/livez<\/code>/)
    const first = await print('--request=1')
    expect(first.out).toContain('the path <code>/healthz</code>')
    // The live element shows the same one.
    expect(first.out).toMatch(/\nview:\n {2}request: 1\n/)
    expect(await print('--request', '4')).toMatchObject({
      status: 2,
      out: '',
      err: 's.yaml: error: There is no request 4: there are 3. Write --request 1.\n',
    })
  })
})

describe('where pictures go', () => {
  const OTHERS = { ...FILES, 'docs/other.yml': SCENARIO_TEXT, 'old/scenario.yaml': SCENARIO_TEXT }

  it('writes one file, or one for each into a folder, and prints nothing', async () => {
    const one = await render(['docs/scenario.yaml', '--to', 'out/a.svg'])
    expect(one).toMatchObject({ status: 0, out: '', err: '' })
    expect(Object.keys(one.written)).toEqual(['out/a.svg'])
    const many = await render(['docs/scenario.yaml', 'docs/other.yml', '-o', 'mermaid', '-O', 'out/'], OTHERS)
    expect(Object.keys(many.written)).toEqual(['out/scenario.mmd', 'out/other.mmd'])
    // An existing folder needs no slash.
    const there = await render(['docs/scenario.yaml', '-o', 'animated-svg', '--to', 'docs'])
    expect(Object.keys(there.written)).toEqual(['docs/scenario.animated.svg'])
  })

  it('prints several where the form lets one follow the other', async () => {
    const { out } = await render(['docs/scenario.yaml', 'docs/other.yml', '-o', 'markdown'], OTHERS)
    expect(out.match(/^## /gm)).toHaveLength(2)
  })

  it.each([
    [
      'several pictures in one stream',
      ['docs/scenario.yaml', 'docs/other.yml'],
      'render --to: error: There are 2 pictures',
    ],
    [
      'two files of one name',
      ['docs/scenario.yaml', 'old/scenario.yaml', '--to', 'out/'],
      'old/scenario.yaml: error: Its picture would be called scenario.svg, as that of docs/scenario.yaml.',
    ],
    [
      'a folder that may not be written',
      ['docs/scenario.yaml', '--to', 'locked/'],
      'locked/scenario.svg: error: This cannot be written (EACCES).',
    ],
    ['names by hash without a folder', ['docs/scenario.yaml', '--by-hash'], 'Write --to FOLDER/.'],
    [
      'a theme for what has both',
      ['docs/scenario.yaml', '--theme', 'dark'],
      'render --theme: error: This is for png, and svg is made.',
    ],
    ['an unknown theme', ['docs/scenario.yaml', '-o', 'png', '--theme', 'blue'], '“blue” is not a theme.'],
    ['no scale', ['docs/scenario.yaml', '-o', 'png', '--scale', '9'], '“9” is out of range.'],
    [
      'a module for a part of a page',
      ['docs/scenario.yaml', '-o', 'html', '--module', 'x'],
      'Only a page of its own loads a module.',
    ],
    [
      'an unknown form',
      ['docs/scenario.yaml', '-o', 'markdow'],
      '“markdow” is not an output format. Did you mean “markdown”?',
    ],
    ['a vectors file', ['v.ndjson'], 'v.ndjson: error: This is a vectors file'],
    ['nothing', [], 'render: error: No file is named.'],
  ])('refuses %s', async (_, args, said) => {
    const { status, out, err, written } = await render(args, { ...OTHERS, 'v.ndjson': JSON.stringify(VECTOR) })
    expect({ status, out, written }).toEqual({ status: 2, out: '', written: {} })
    expect(err).toContain(said)
  })

  it('prints no pixels to a terminal', async () => {
    const { status, bytes, err } = await render(['docs/scenario.yaml', '-o', 'png'], FILES, { terminal: true })
    expect([status, bytes.length]).toEqual([2, 0])
    expect(err).toContain('Write --to FILE.png, or > FILE.png.')
  })

  it('renders nothing at all while any of the files is not understood, at its place', async () => {
    const broken = SCENARIO_TEXT.replace('resourceNames: [jane]', 'resourcNames: [jane]')
    const { status, out, err, written } = await render(
      ['docs/scenario.yaml', 'x.yaml', '-o', 'markdown', '--to', 'out/'],
      {
        ...FILES,
        'x.yaml': broken,
      },
    )
    expect({ status, out, written }).toEqual({ status: 2, out: '', written: {} })
    expect(err).toMatch(/^x\.yaml:13:96: error: .*resourcNames/)
  })
})

describe('scenarios of pages', () => {
  const INNER = SCENARIO_TEXT.replace(/^/gm, '  ')
  const PAGE = `# Page

{{< authz-playground src="more/scenario.yaml" theme="dark" />}}

- In a list:
  {{< authz-playground >}}
${INNER}
  {{< /authz-playground >}}

Not run: {{</* authz-playground */>}}.
`
  const SITE = {
    'content/a/index.md': PAGE,
    'content/a/more/scenario.yaml': `${SCENARIO_TEXT}explanation: other\n`,
    'content/b.md': '# No scenario\n',
  }

  it('are rendered under the hash of their text, which is what the shortcode looks for', async () => {
    const { status, err, written } = await render(['content/', '-o', 'html', '--by-hash', '--to', 'assets/'], SITE)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const hash = (scenario: string) => createHash('sha256').update(scenario).digest('hex')
    expect(Object.keys(written)).toEqual([
      `assets/${hash(`${SCENARIO_TEXT}explanation: other`)}.html`,
      `assets/${hash(INNER.trimEnd())}.html`,
    ])
    expect(text(Object.values(written)[0])).toContain('explanation: other')
    const crlf = { ...SITE, 'content/a/index.md': PAGE.replaceAll('\n', '\r\n') }
    expect(
      Object.keys((await render(['content/', '-o', 'html', '--by-hash', '--to', 'assets/'], crlf)).written),
    ).toEqual(Object.keys(written))
  })
})

describe('hostile names', () => {
  const HOSTILE = `version: 1
title: "| </title><script>alert(1)</script> \`code\` @team\\n\\u202e"
requestor: {username: "a|b\`c\\nd<e>\\u0007"}
request: {http: GET /healthz}
`
  it.each(['svg', 'animated-svg', 'mermaid', 'markdown', 'html'])('are nothing but text in %s', async (form) => {
    const { status, out } = await render(['h.yaml', '-o', form], { 'h.yaml': HOSTILE })
    expect(status).toBe(0)
    // The scenario of the live element keeps them unchanged, and has a test of its own.
    const shown = out.replace(/<script type="application\/yaml">[\s\S]*?<\/script>/, '')
    for (const raw of ['\u0007', '\u202e']) expect(shown).not.toContain(raw)
    expect(shown).not.toMatch(/(?<!\\)<script/)
    if (form === 'markdown') expect(out.match(/^\| 1 \|.*\|$/gm)).toHaveLength(1)
  })
})
