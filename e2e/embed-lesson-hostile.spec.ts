import { block, COURSE, element, inline, lessonOf, mark, predict } from './support/embedded-lesson.ts'
import { elementScript, expect, test } from './support/host.ts'

test.describe('a hostile course', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('shows its markup as text, leads nowhere, and asks for nothing', async ({ page, site, host }) => {
    const hostile = COURSE.replace(
      /text: \|\n.*\n/,
      `text: |
    <img src=x onerror=alert(1)> <b>bold</b> ![image](https://evil.example/i.png)

    [run](javascript:alert(1)) [data](data:text/html,x) [outside](//evil.example/)

    <svg onload=alert(1)></svg>

    # A heading

    | a | b |
    | - | - |
    | 1 | \`<i>\` |
`,
    )
      .replace('title: Get a pod', 'title: "<img src=x onerror=alert(1)>"')
      .replace('say: "Yes,', 'say: "<u>Yes</u> [link](javascript:alert(1)),')
      .replace('The verbs are', '<script>alert(1)<\\/script> The verbs are')
    await page.goto(host.page(inline(hostile) + elementScript(site)))
    const { element: one, hint } = lessonOf(page)
    await expect(one.getByText('<img src=x onerror=alert(1)>').first()).toBeVisible()
    await predict(page)
    await hint.click()
    await expect(one.getByText('alert(1)<').first()).toBeVisible()
    for (const tag of ['img', 'b', 'u', 'i', 'script:not([type="application/yaml"])', 'iframe']) {
      await expect(one.locator(tag), tag).toHaveCount(0)
    }
    await expect(one.locator('.prose svg')).toHaveCount(0)
    await expect(one.locator('.prose a')).toHaveCount(0)
    await expect(one.getByRole('heading', { name: 'A heading' })).toBeVisible()
    await expect(one.getByRole('cell', { name: '<i>' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

  test('that cannot be read says line and column, and what the page says stays', async ({ page, site, host }) => {
    const many = `version: 1\ncourse: a\ntitle: A\nlessons: [${'{}, '.repeat(3000)}{}]\n`
    for (const [yaml, ...sentences] of [
      [`${COURSE}misspelt: true\n`, 'Line 63, column 1', 'misspelt'],
      [COURSE.replace('version: 1', 'version: 99'), 'Line 1, column 10', 'newer'],
      ['[[[[', 'Line 1'],
      ['', 'expected'],
      ['lessons: [1, 2]', 'Line 1'],
      [`a: &a [x]\nb: *a\nlessons: *b\n`, 'Line'],
      [`${'a: '.repeat(5000)}`, 'Line 1'],
      [many, 'Line 4'],
      [COURSE.replace('  goals:', `  goals:\n${'  - at most 3 rules\n'.repeat(101)}`), 'This lesson has 103 goals'],
    ] as const) {
      await page.goto(host.page(inline(yaml) + elementScript(site)))
      const { failure } = lessonOf(page)
      for (const sentence of sentences) await expect(failure).toContainText(sentence)
      await expect(failure).toContainText('cannot show this lesson')
      await expect(page.getByText('The static form.')).toBeVisible()
    }
  })

  test('of 10 MB is not read, and one that decides for long does not block the page', async ({ page, site, host }) => {
    await page.route(`${host.origin}/large.yaml`, (route) =>
      route.fulfill({ body: `${COURSE}# ${'x'.repeat(10_000_000)}\n`, contentType: 'text/yaml' }),
    )
    await page.goto(host.page(element('course="/large.yaml"') + elementScript(site)))
    await expect(lessonOf(page).failure).toContainText('more than 500,000 characters')
    await expect(page.getByText('The static form.')).toBeVisible()

    const rules = Array.from({ length: 300 }, (_, at) => `- {verbs: [v${at}], apiGroups: [""], resources: [pods]}`)
    const heavy = COURSE.replaceAll(/^ {6}rules:$/gm, `      rules:\n${block(rules.join('\n'), 6)}`).replace(
      '- nothing else changes',
      Array.from({ length: 90 }, (_, at) => `- jane cannot get pods in ns-${at}`).join('\n  '),
    )
    await page.goto(host.page(inline(heavy) + elementScript(site)))
    await predict(page)
    const { goals } = lessonOf(page)
    await expect(goals).toHaveCount(91)
    await expect(mark(goals.last(), 'Holds')).toBeVisible()
  })
})
