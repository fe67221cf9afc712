import { wholeCourseHash } from '@authz-playground/engine/internal/course'
import { expectAccessible } from './support/axe.ts'
import { COURSE, element, inline, lessonOf, mark, POLICY, predict, SOLVED } from './support/embedded-lesson.ts'
import { elementScript, expect, figureOf, test } from './support/host.ts'

test.describe('a lesson on a page of docs', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('of the playground unlocks what follows by a script of the page, under a strict policy', async ({
    page,
    site,
    host,
  }) => {
    const strict = `default-src 'none'; script-src ${site} 'nonce-own'; connect-src ${site}`
    await page.goto(
      host.page(
        `${element('course="rbac-from-nothing" lesson="2"')}<section hidden>What follows</section>
        <script nonce="own">
          window.heard = []
          addEventListener('authz-goals', ({ detail }) => {
            window.heard.push(structuredClone(detail))
            if (detail.solved) document.querySelector('section').hidden = false
          })
        </script>${elementScript(site)}`,
        { 'Content-Security-Policy': strict },
      ),
    )
    const { answer, goals, policy, element: one } = lessonOf(page)
    await expect(answer).toContainText(/403|200/)
    await expect(page.getByText('The static form.')).toBeHidden()
    await expect(goals.first()).toContainText('can')
    await expect(goals.getByRole('img', { name: 'Does not hold' }).first()).toBeVisible()
    await expect(page.getByText('What follows')).toBeHidden()
    const open = one.getByRole('link', { name: 'Open in the playground' })
    await open.focus()
    await expect(open).toHaveAttribute('href', `${site}/#course/rbac-from-nothing/subjects`)
    // The solution, which the last hint leads to.
    const { hint } = lessonOf(page)
    while ((await hint.textContent()) !== 'Solution') {
      const before = await one.locator('.hint').count()
      await hint.click()
      await expect(one.locator('.hint')).toHaveCount(before + 1)
    }
    await hint.click()
    const solution = await one.getByRole('group', { name: 'Policy of the solution' }).textContent()
    await policy.fill(solution ?? '')
    await expect(page.getByText('What follows')).toBeVisible()
    const heard = await page.evaluate(() => (window as unknown as { heard: readonly object[] }).heard)
    expect(heard.at(0)).toMatchObject({ course: 'rbac-from-nothing', lesson: 'subjects', solved: false })
    expect(heard.at(-1)).toMatchObject({ holding: 3, count: 3, solved: true })
    expect(heard.at(0)).toHaveProperty('goals.0', {
      text: expect.any(String),
      state: expect.stringMatching(/holds|fails/),
      why: expect.any(String),
    })
  })

  test('holds back what will happen until the reader has chosen, and plays to the check that answers', async ({
    page,
    site,
    host,
  }) => {
    await page.goto(
      host.page(
        `${inline(COURSE)}<output></output><script>
          for (const name of ['authz-goals', 'authz-outcome', 'authz-step'])
            addEventListener(name, () => { document.querySelector('output').value += name + ' ' })
        </script>${elementScript(site)}`,
      ),
    )
    const { answer, checks, goals, question, play, slider, policy, hint, element: one } = lessonOf(page)
    await expect(question).toContainText('May she get the pod web?')
    await expect(goals).toHaveCount(2)
    for (const goal of await goals.all()) await expect(mark(goal, 'Not judged yet')).toBeVisible()
    await expect(answer).toBeHidden()
    await expect(checks).toHaveCount(0)
    await expect(policy).toHaveCount(0)
    await expect(hint).toBeHidden()
    await expect(play).toBeDisabled()
    await expect(one.locator('.stamp')).toHaveCount(0)
    await expect(one).not.toContainText(/may not get|NoOpinion|Refused/)
    await expect(page.getByRole('status').first()).toHaveText('')
    await predict(page)
    await expect(question).toContainText('A rule allows the verbs that it names.')
    await expect(slider).toHaveAttribute('aria-valuetext', /Check 1 of 1/)
    await expect(answer).toContainText('403')
    await expect(mark(goals.first(), 'Does not hold')).toBeVisible()
    await expect(mark(goals.last(), 'Holds')).toBeVisible()
    // Once the page is idle, what nearly fits.
    await expect(goals.first()).toContainText(/Line 5 comes closest/)
    await expect(page.locator('output')).toContainText(/authz-outcome .*authz-goals/)
    await expect(policy).toBeVisible()
  })

  test('says which hint speaks, and starts again', async ({ page, site, host }) => {
    await page.goto(host.page(inline(COURSE) + elementScript(site)))
    const { goals, policy, hint, element: one } = lessonOf(page)
    await predict(page)
    const again = one.getByRole('button', { name: 'Start again' })
    await expect(again).toBeHidden()
    await policy.fill(POLICY.replace('[list]', '[read, list]'))
    await expect(mark(goals.last(), 'Does not hold')).toBeVisible()
    await hint.click()
    await expect(one.getByText('There is no verb read.')).toBeVisible()
    await policy.fill('kind: [Role')
    await expect(mark(goals.first(), 'Not decided')).toBeVisible()
    await expect(goals.first()).toContainText('Line 1')
    await policy.fill(SOLVED)
    await expect(one.getByText('She may get each pod now.')).toBeVisible()
    await expect(mark(goals.last(), 'Holds')).toBeVisible()
    await again.click()
    await expect(policy).toHaveValue(POLICY)
    await expect(mark(goals.first(), 'Does not hold')).toBeVisible()
    await expect(one.getByText('She may get each pod now.')).toBeHidden()
  })

  test('lets what it says be edited, and follows its attributes without losing what was written', async ({
    page,
    site,
    host,
  }) => {
    await page.goto(host.page(inline(COURSE) + elementScript(site)))
    const { answer, goals, policy, request, element: one, play } = lessonOf(page)
    const set = (name: string, value: string) =>
      one.evaluate((node, [name, value]) => node.setAttribute(name as string, value as string), [name, value])
    await set('lesson', 'list-pods')
    await expect(one.getByText('Ask for all pods of')).toBeVisible()
    await expect(answer).toContainText('403')
    await expect(policy).toHaveCount(0)
    await request.fill('GET /api/v1/namespaces/prod/pods')
    await expect(mark(goals.last(), 'Holds')).toBeVisible()
    await expect(mark(goals.first(), 'Holds')).toBeVisible()
    for (const [name, value] of [
      ['theme', 'dark'],
      ['controls', 'none'],
      ['editable', ''],
      ['design', 'legacy'],
      ['home', 'https://elsewhere.example/'],
    ] as const) {
      await set(name, value)
    }
    await expect(play).toBeHidden()
    await expect(request).toHaveValue('GET /api/v1/namespaces/prod/pods')
    await expect(policy).toHaveCount(0)
    await set('show', 'chart')
    await expect(one.getByText('Ask for all', { exact: true })).toBeHidden()
    await expect(one.getByText('Ask for all pods of')).toBeVisible()
    await expect(request).toBeVisible()
    await expect(answer).toBeHidden()
    await set('lesson', '1')
    await expect(one.getByText('May she get the pod')).toBeVisible()
    await set('lesson', '7')
    await expect(figureOf(page).failure).toContainText(
      'There is no lesson “7” in the course “Own course”. It has 1 (get-pods), 2 (list-pods).',
    )
    await expect(page.getByText('The static form.')).toBeVisible()
    await set('lesson', '2')
    await expect(one.getByText('Ask for all pods of')).toBeVisible()
  })

  test('comes from a file, a link to it, and a link with it', async ({ page, site, host, stranger, problems }) => {
    const yaml = { body: COURSE, contentType: 'text/yaml', headers: { 'Access-Control-Allow-Origin': '*' } }
    await page.route(`${host.origin}/own.yaml`, (route) => route.fulfill(yaml))
    await page.route(`${site}/courses/own.yaml`, (route) => route.fulfill(yaml))
    const packed = wholeCourseHash(COURSE, 'list-pods')
    for (const [attributes, href] of [
      ['course="/own.yaml" lesson="list-pods"', `${site}/${packed}`],
      [`src="${host.origin}/own.yaml" lesson="2"`, `${site}/${packed}`],
      [`link="${site}/#course/own/list-pods"`, `${site}/#course/own/list-pods`],
      [`course="${packed}"`, `${site}/${packed}`],
    ] as const) {
      await page.goto(host.page(element(attributes) + elementScript(site)))
      const { answer, element: one } = lessonOf(page)
      await expect(answer).toContainText('403')
      await expect(one.getByText('Ask for all pods of')).toBeVisible()
      const open = one.getByRole('link', { name: 'Open in the playground' })
      await open.focus()
      await expect(open).toHaveAttribute('href', href)
    }
    // A browser reports the file that is not among those of the playground, before the one beside it is asked for.
    expect(problems.splice(0).filter((problem) => !/embed\/courses\/own\.yaml|404|ERR_FAILED/.test(problem))).toEqual(
      [],
    )
    await page.goto(host.page(element(`course="${stranger.origin}/own.yaml"`) + elementScript(site)))
    await expect(figureOf(page).failure).toContainText(
      `The course could not be loaded from ${stranger.origin}/own.yaml: its server does not answer, or it answers without the header “Access-Control-Allow-Origin: ${host.origin}”.`,
    )
    await page.goto(host.page(element('course="none-such"') + elementScript(site)))
    await expect(figureOf(page).failure).toContainText('no course “none-such” in the playground')
    problems.length = 0
  })

  test('is done by the keyboard alone, and says what changes', async ({ page, site, host }) => {
    await page.goto(host.page(`<a href="#a">before</a>${inline(COURSE)}<a href="#b">after</a>${elementScript(site)}`))
    const { goals, question, policy, hint, element: one } = lessonOf(page)
    await expect(question).toBeVisible()
    await page.getByRole('link', { name: 'before' }).focus()
    const no = question.getByRole('button', { name: /No, each verb/ })
    for (let presses = 0; presses < 20 && !(await no.evaluate((button) => isFocused(button))); presses++) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await expect(question.getByRole('status')).toHaveText('That is right.')
    await expect(no).toBeFocused()
    await expect(no).toHaveAttribute('aria-pressed', 'true')
    await policy.focus()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.insertText(POLICY.replace('[list]', '[read]'))
    await expect(goals.first()).toContainText(/jane may not get/)
    await page.keyboard.press('Tab')
    await expect(hint).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(one.getByText('There is no verb read.')).toBeVisible()
    await expect(hint).toBeFocused()
    await policy.fill(SOLVED)
    await expect(one.getByRole('status').filter({ hasText: '2 of 2 hold.' })).toHaveCount(1)
    await expect(one.getByRole('status').filter({ hasText: 'She may get each pod now.' })).toBeVisible()
    for (let presses = 0; presses < 40; presses++) {
      if (await page.getByRole('link', { name: 'after' }).evaluate((link) => isFocused(link))) break
      await page.keyboard.press('Tab')
    }
    await expect(page.getByRole('link', { name: 'after' })).toBeFocused()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible and fits a phone in the ${colorScheme} theme`, async ({ page, site, host }) => {
      await page.setViewportSize({ width: 360, height: 800 })
      await page.goto(
        host.page(
          `<body style="margin: 0; color-scheme: ${colorScheme}">${inline(COURSE, `theme="${colorScheme}"`)}${elementScript(site)}`,
        ),
      )
      const { question, policy, hint, goals } = lessonOf(page)
      const fits = async (): Promise<void> => {
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      }
      await expect(question).toBeVisible()
      await fits()
      await predict(page)
      await hint.click()
      await expect(hint).toHaveText('Solution')
      await hint.click()
      await fits()
      await policy.fill(SOLVED)
      await expect(mark(goals.first(), 'Holds')).toBeVisible()
      await fits()
      await page.setViewportSize({ width: 1100, height: 800 })
      await expectAccessible(page)
    })
  }

  test('in a frame reports its goals to the page', async ({ page, site, host }) => {
    await page.goto(
      host.page(`<script src="${site}/embed/frame.js" defer></script>
        <iframe data-authz-playground title="x" width="700" height="100" src="${site}/embed.html?lesson=2${wholeCourseHash(COURSE)}"></iframe>
        <script>
          addEventListener('authz-goals', ({ detail }) => { document.title = detail.lesson + ' ' + detail.holding + ' of ' + detail.count })
        </script>`),
    )
    await expect(page).toHaveTitle('list-pods 0 of 2')
    const frame = lessonOf(page.frameLocator('iframe'))
    await frame.request.fill('GET /api/v1/namespaces/prod/pods')
    await expect(page).toHaveTitle('list-pods 2 of 2')
  })
})

/** Whether an element has the focus, in a shadow root, too. Runs in the page. */
declare function isFocused(element: Element): boolean

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      isFocused: (element: Element) => (element.getRootNode() as Document | ShadowRoot).activeElement === element,
    })
  })
})
