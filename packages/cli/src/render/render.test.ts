import { createHash } from 'node:crypto'
import { readCourse } from '@authz-playground/engine/documents'
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
      /^<authz-playground>\n<script type="application\/yaml">\nversion: 2\n[\s\S]*<svg [\s\S]*<\/authz-playground>\n$/,
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
      'locked/scenario.svg: error: This cannot be written: permission denied.',
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

describe('lessons of a course', () => {
  const COURSE = `version: 1
course: own
title: Own course
lessons:
- id: get-pods
  title: Get a <pod>
  text: |
    Let \`jane\` get pods, as [the page](https://kubernetes.io/docs/) says. <b>Not bold.</b>
  predict:
    question: Will it pass?
    choices:
    - say: "Yes, because of \`list\`."
    - {say: "No, never.", right: true}
    because: The secret reason.
  start: &start
    requestor: {username: jane}
    request: {http: GET /api/v1/namespaces/prod/pods/web}
    policy: |
      ${'apiVersion'}: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: reader, namespace: prod}
      rules:
      - {verbs: [list], apiGroups: [""], resources: [pods]}
  goals: [jane can get pods in prod]
  solution: {policy: "# solved\n"}
  done: Now she may.
- {id: open, title: Open, text: Text., start: *start, goals: [at most 0 rules], solution: {policy: "# empty\n"}}
`
  const COURSES = { 'c/course.yaml': COURSE }
  const lesson = (args: readonly string[], files: Readonly<Record<string, string>> = COURSES) =>
    render(['c/course.yaml', ...args], files)

  /** The form without the scripts and styles that nobody sees, up to the first fold that holds the answer. */
  const shownOf = (out: string) => out.replace(/<(script|style)[\s\S]*?<\/\1>/g, '')

  it('are their start as a picture, and have a form of their own as HTML', async () => {
    const { status, out } = await lesson([])
    expect([status, out]).toEqual([0, expect.stringMatching(/^<svg [\s\S]*Get a &#60;pod&#62;/)])
    const { out: html } = await lesson(['-o', 'html'])
    expect(html).toMatch(
      /^<authz-playground lesson="get-pods">\n<script type="application\/yaml">\n[\s\S]*<\/authz-playground>\n$/,
    )
    const shown = shownOf(html)
    expect(shown).toContain('Let <code>jane</code> get pods, as <a href="https://kubernetes.io/docs/"')
    expect(shown).toContain('&lt;b&gt;Not bold.&lt;/b&gt;')
    expect(shown).toContain('<li><code>jane</code> can <code>get</code> <code>pods</code> in <code>prod</code></li>')
    expect(shown).toMatch(/<summary>Solution<\/summary>\n<p>Policy<\/p>\n<pre><code><span># solved/)
  })

  it('tell the answer to their question only after somebody unfolds it', async () => {
    const shown = shownOf((await lesson(['-o', 'html'])).out)
    const [before = '', after = ''] = shown.split('<summary>What happens</summary>')
    expect(before).toContain('Will it pass?')
    expect(before).toContain('<li>No, never.</li>')
    for (const told of ['403', 'Refused', 'NoOpinion', 'reason', '<mark>', '<svg', '<table']) {
      expect(before).not.toContain(told)
      if (told !== '<mark>') expect(after).toContain(told)
    }
    const { out } = await lesson(['-o', 'html', '--lesson', '2'])
    expect(out).toContain('lesson="open"')
    expect(out).toMatch(/<p class="azp-answer"><b class="azp-refused"/)
    expect(out).not.toContain('What happens')
  })

  it('give the live element just that lesson, or the name of a course that comes with the playground', async () => {
    const { out } = await lesson(['-o', 'html', '--lesson', 'open'])
    const [, script = ''] = /<script type="application\/yaml">\n([\s\S]*?)<\/script>/.exec(out) ?? []
    const { course, diagnostics } = readCourse(script)
    expect(diagnostics).toEqual([])
    expect(course?.lessons).toEqual([readCourse(COURSE).course?.lessons[1]])
    const builtIn = await render(['rbac-from-nothing', '--lesson', '2', '-o', 'html'])
    expect(builtIn.out).toMatch(/^<authz-playground course="rbac-from-nothing" lesson="[a-z-]+">\n<figure/)
  })

  it('lead to examples where the playground is known', async () => {
    const text = COURSE.replace('https://kubernetes.io/docs/', '#example/docs-user-list')
    const files = { 'c/course.yaml': text }
    expect((await lesson(['-o', 'html'], files)).out).toContain('as the page says')
    const module = ['--standalone', '--module', 'https://example.org/play/embed/authz-playground.js']
    expect((await lesson(['-o', 'html', ...module], files)).out).toContain(
      'href="https://example.org/play/#example/docs-user-list"',
    )
  })

  it.each([
    [
      'an unknown lesson',
      ['--lesson', 'opne'],
      {},
      'c/course.yaml: error: The course has no lesson “opne”. Did you mean “open”?',
    ],
    [
      'a setting of the cluster',
      ['--design', 'legacy'],
      {},
      'render --design: error: A lesson is rendered as its course says it.',
    ],
    ['a course with an error', [], { 'c/course.yaml': `${COURSE}misspelt: 1\n` }, 'c/course.yaml:30:1: error: '],
    [
      'an error in the policy of a lesson, at its place in the course',
      [],
      { 'c/course.yaml': COURSE.replace('verbs: [list]', 'vrbs: [list]') },
      'c/course.yaml:23:10: error: ',
    ],
  ])('refuse %s', async (_, args, files, said) => {
    const { status, out, err } = await lesson(args, { ...COURSES, ...files })
    expect({ status, out }).toEqual({ status: 2, out: '' })
    expect(err).toContain(said)
  })

  it('refuse a lesson of what is no course', async () => {
    const { status, err } = await render(['docs/scenario.yaml', '--lesson', '2'])
    expect([status, err]).toEqual([2, expect.stringContaining('--lesson: error: No course is named')])
  })

  it('are found in pages, under the hash that the shortcode makes', async () => {
    const site = {
      'content/a/index.md': [
        '{{< authz-playground course="course.yaml" lesson=2 theme="dark" />}}',
        '{{< authz-playground course="rbac-from-nothing" lesson="subjects" />}}',
        `{{< authz-playground lesson="open" >}}\n${COURSE}{{< /authz-playground >}}`,
        `{{< authz-playground >}}\n${SCENARIO_TEXT}{{< /authz-playground >}}`,
      ].join('\n\n'),
      'content/a/course.yaml': `\n${COURSE.replaceAll('\n', '\r\n')}\n`,
    }
    const { status, err, written } = await render(['content/', '-o', 'html', '--by-hash', '--to', 'assets/'], site)
    expect({ status, err }).toEqual({ status: 0, err: '' })
    const hash = (of: string) => `assets/${createHash('sha256').update(of).digest('hex')}.html`
    expect(Object.keys(written)).toEqual([
      hash(`${COURSE.trimEnd()}\nlesson: 2`),
      hash('course: rbac-from-nothing\nlesson: subjects'),
      hash(`${COURSE.trimEnd()}\nlesson: open`),
      hash(SCENARIO_TEXT.trimEnd()),
    ])
  })

  it.each([
    [
      'a course that the playground does not have',
      'course="none"',
      '',
      'content/p.md:1: error: There is no course “none”.',
    ],
    [
      'a course that is held and named',
      'course="course.yaml"',
      'lessons: []',
      'error: This shortcode holds a course and names another.',
    ],
    ['no course', 'lesson="2"', ' ', 'error: This shortcode holds no course. Write one inside, or course="FILE".'],
    ['an error, at its line of the page', 'lesson="1"', '\nversion: 1\nlessons: 1\n', 'content/p.md:3:'],
  ])('refuse a page with %s', async (_, parameters, inner, said) => {
    const page = `{{< authz-playground ${parameters} ${inner === '' ? '/>}}' : `>}}${inner}{{< /authz-playground >}}`}`
    const { status, err } = await render(['content/'], { 'content/p.md': page })
    expect([status, err]).toEqual([2, expect.stringContaining(said)])
  })
})
