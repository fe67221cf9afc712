import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { COURSES, openLesson } from './support/courses.ts'
import {
  colourOf,
  expectNoSidewaysScrolling,
  inLooks,
  LOOKS,
  measureHeader,
  OPPOSITE_LOOKS,
  overlap,
  rowsOfPolicy,
} from './support/looks.ts'
import { type PlaygroundPage, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 360, height: 740 },
] as const

const AUDIENCES = ['Learn', 'Debug', 'Designs'] as const
const DRAWERS = ['Response', 'Audit event', 'Metrics', 'On your cluster', 'Design'] as const

const audiencesOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Ways in' }).getByRole('button')

async function chooseAudience(page: Page, audience: (typeof AUDIENCES)[number]): Promise<void> {
  const button = audiencesOf(page).filter({ hasText: audience })
  await button.click()
  await expect(button).toHaveAttribute('aria-current', 'page')
}

/** Waits until the chart and, where there is one, the editor have taken their places. */
async function drawn({ node, page }: PlaygroundPage): Promise<void> {
  await expect(node(/^receive request/i)).toBeVisible()
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

/** In no window the page scrolls sideways. `shown`: makes visible what a window folds. Ends in the widest window. */
async function expectFitsEverywhere(page: Page, shown?: () => Promise<void>): Promise<void> {
  for (const size of WINDOWS) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await shown?.()
    await test.step(`${size.width} × ${size.height}`, () => expectNoSidewaysScrolling(page))
  }
  await page.setViewportSize(WINDOWS[0])
}

for (const { id: course, lessons } of COURSES) {
  test(`the header of a lesson is low, and leaves room for the policy: ${course}`, async ({ page }) => {
    for (const lesson of lessons) {
      await openLesson(page, lesson.id, course)
      await expect(page.getByRole('heading', { level: 2, name: lesson.title, exact: true })).toBeVisible()
      await page.setViewportSize({ width: 1280, height: 720 })
      const where = `rows of the policy of ${lesson.id}`
      await expect.poll(() => rowsOfPolicy(playgroundOn(page)), where).toBeGreaterThanOrEqual(14)
    }
    for (const size of [...WINDOWS, { width: 390, height: 844 }]) {
      await page.setViewportSize(size)
      const { height } = await measureHeader(page)
      // On a phone the course and its lessons have a line each.
      expect(height, `${size.width} wide`).toBeLessThanOrEqual(104)
    }
  })
}

test('axe finds nothing for any audience, and nothing scrolls sideways', async ({ playground }) => {
  const { page } = playground
  for (const audience of AUDIENCES) {
    await chooseAudience(page, audience)
    await drawn(playground)
    // All that both widths have, and for one audience all that only one of them has.
    await inLooks(page, () => expectAccessible(page), audience === 'Designs' ? LOOKS : OPPOSITE_LOOKS)
    await expectFitsEverywhere(page)
  }
})

test('axe finds nothing in the drawers, forms and texts of the page', async ({ playground }) => {
  // Each time axe looks at the whole page: a minute, on a busy machine. Milliseconds.
  test.setTimeout(180_000)
  const { page, policy, request, timeline } = playground
  await drawn(playground)
  for (const drawer of DRAWERS) await playground.openDrawer(drawer)
  await timeline.getByRole('button', { name: 'SubjectAccessReview' }).first().click()
  await playground.checks.nth(1).click()
  await request.getByText('Groups, uid, extra').click()
  await playground.showForm('Form')
  await inLooks(page, () => expectAccessible(page, 'main'))
  await playground.showForm('More')
  await inLooks(page, () => expectAccessible(page, '[data-pane=request]'))

  // The texts of the cluster, and a history of requests.
  await playground.openExample('node-agent-secret')
  await page.getByRole('checkbox', { name: 'Default roles' }).check()
  await request.getByRole('button', { name: 'Send again' }).click()
  await expect(playground.checks).toHaveCount(1)
  await inLooks(page, () => expectAccessible(page, '[data-pane=request], [data-pane=answer], [data-pane=folded]'))
  for (const tab of await policy.getByRole('tab').all()) {
    await tab.click()
    await inLooks(page, async () => {
      await expectAccessible(page, '[data-pane=policy]')
      await expectNoSidewaysScrolling(page)
    })
  }
})

test('axe finds nothing in the help and in the present view', async ({ playground }) => {
  const { page } = playground
  await drawn(playground)
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'About the playground' })).toBeVisible()
  await inLooks(page, () => expectAccessible(page, 'dialog'))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Present' }).click()
  const begin = page.getByRole('dialog', { name: 'Present' }).getByRole('button', { name: 'Begin' })
  await expect(begin).toBeVisible()
  await inLooks(page, () => expectAccessible(page, 'dialog'))
  await begin.click()
  await drawn(playground)
  await inLooks(page, () => expectAccessible(page), LOOKS)
})

test('axe finds nothing where nothing was decided, or not for sure', async ({ playground }) => {
  const { page, answer, sentence } = playground
  await drawn(playground)
  await playground.showForm('HTTP')
  await playground.append(playground.requestText('HTTP'), '\nno header\n')
  await expect(sentence).toHaveText(/^ ?Not decided: /)
  await inLooks(page, () => expectAccessible(page, 'main'))
  await answer.getByRole('button', { name: 'Decide with what could be read' }).click()
  await expect(sentence).toHaveText(/^ ?200: /)
  await drawn(playground)
  await inLooks(page, () => expectAccessible(page, 'main'))
})

test('nothing scrolls sideways, whatever is open', async ({ playground }) => {
  // Everything is looked at in three windows: a minute, on a busy machine. Milliseconds.
  test.setTimeout(180_000)
  const { page, request, timeline, answer, sentence } = playground
  await drawn(playground)
  for (const drawer of DRAWERS) await playground.openDrawer(drawer)
  await timeline.getByRole('button', { name: 'SubjectAccessReview' }).first().click()
  await request.getByText('Groups, uid, extra').click()
  for (const form of ['Form', 'HTTP', 'kubectl', 'curl', 'More'] as const) {
    await playground.showForm(form)
    await expectFitsEverywhere(page)
  }
  await expectFitsEverywhere(page, async () => {
    const menu = page.getByRole('button', { name: 'Menu' })
    if (!(await menu.isVisible())) return
    await menu.click()
    await expect(page.getByRole('button', { name: 'Order of authorizers' })).toBeInViewport({ ratio: 1 })
  })
  await page.getByRole('button', { name: 'Help', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'About the playground' })).toBeVisible()
  await expectFitsEverywhere(page)
  await page.keyboard.press('Escape')

  const long = 'a-name-that-goes-on-and-on-without-a-place-to-break-'.repeat(20)
  await playground.writeRequest('HTTP', `GET /api/v1/namespaces/${long}/pods HTTP/1.1\nImpersonate-User: ${long}`)
  await expect(sentence).toContainText('may not list pods')
  await expectFitsEverywhere(page)
  await playground.writeRequest('HTTP', `${long}\n${long}`)
  await expect(sentence).toHaveText(/^ ?Not decided: /)
  await expect(answer.getByRole('list', { name: 'Errors' })).toBeVisible()
  await expectFitsEverywhere(page)

  await page.keyboard.press('Alt+P')
  await expect(page.getByRole('region', { name: 'Question' })).toBeVisible()
  await expectFitsEverywhere(page)
})

test('the parts below the chart keep their titles where they scroll', async ({ playground }) => {
  const { checks, timeline } = playground
  await drawn(playground)
  await checks.last().scrollIntoViewIfNeeded()
  await expect(timeline.getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
  await checks.first().focus()
  const title = await timeline.getByRole('heading', { level: 2 }).boundingBox()
  expect(overlap(title, await checks.first().boundingBox())).toBe(false)
})

test.describe('on a phone', () => {
  test.use({ viewport: WINDOWS[2], hasTouch: true, isMobile: true })

  test('is one column of controls for a finger, with the player within reach of a thumb', async ({ playground }) => {
    const { page, answer, chart, timeline, request, policy, player, node, checks, step } = playground
    await drawn(playground)
    const tops = await Promise.all(
      [answer, chart, timeline, request, policy].map(async (pane) => (await pane.boundingBox())?.y ?? Number.NaN),
    )
    expect(tops, 'answer, chart, timeline, request, policy').toEqual(tops.toSorted((a, b) => a - b))
    await expectNoSidewaysScrolling(page)
    expect(await tooSmall(page.getByRole('main'))).toEqual([])
    expect(await tooSmall(page.getByRole('banner'))).toEqual([])

    for (const pane of [policy, answer]) {
      await pane.scrollIntoViewIfNeeded()
      await expect(player.getByRole('button', { name: 'Play' })).toBeInViewport({ ratio: 1 })
    }
    await player.getByRole('button', { name: 'Play' }).tap()
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    // Playing is seen: the chart comes to the player.
    await expect(node(/^receive request/i)).toBeInViewport({ ratio: 0.99 })
    await player.getByRole('button', { name: 'Pause' }).tap()
    await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()

    await node(/^receive request/i).tap()
    const note = chart.getByText('headers are read', { exact: false }).last()
    await expect(note).toBeInViewport({ ratio: 1 })

    // A tap lights and pins what belongs together.
    await step.press('End')
    await checks.nth(1).tap()
    await expect(node(/^May it be that somebody\?/)).toHaveAttribute('data-highlighted')
  })

  test('leads back from a line, shows the verdict while somebody types, and has room for the words of each step', async ({
    playground,
  }) => {
    const { player, answer, policy, page, sentence, chart, step } = playground
    await drawn(playground)
    await answer
      .getByRole('button', { name: /^line / })
      .first()
      .tap()
    await expect(policy).toBeInViewport()
    const bar = page.getByRole('region', { name: 'While editing' })
    await bar.getByRole('button', { name: 'Go back' }).tap()
    await expect(sentence).toBeInViewport()
    await expect(bar).toBeHidden()

    await playground.requestText('HTTP').tap()
    await expect(bar).toContainText('200: service account')
    await expect(player).toBeHidden()
    await bar.getByRole('button', { name: 'Answer' }).tap()
    await expect(sentence).toBeInViewport()
    await expect(player).toBeVisible()

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await step.press('Home')
    const last = Number(await step.getAttribute('max'))
    for (let at = 0; at <= last; at++) {
      await expect(step).toHaveValue(String(at))
      await page.evaluate(() => new Promise(requestAnimationFrame))
      // The words change while they are looked at, so all are measured at once.
      const below = await chart.evaluate((pane) => {
        const bottoms = [...pane.querySelectorAll('p')].map((words) => words.getBoundingClientRect().bottom)
        return Math.max(...bottoms) - pane.getBoundingClientRect().bottom
      })
      expect(below, 'pixels below the pane').toBeLessThanOrEqual(0)
      if (at < last) await step.press('ArrowRight')
    }
  })
})

/** Controls that are lower than 44 pixels, or narrower than 24, by name. Words within a sentence have its height. */
function tooSmall(part: Locator): Promise<readonly string[]> {
  return part.evaluate((root) =>
    [...root.querySelectorAll('button, select, summary, [role=tab], input')]
      .filter((control) => control.checkVisibility() && getComputedStyle(control).display !== 'inline')
      .filter(
        (control) => !control.matches('[type=radio]') && control.closest('p, h1, h2, h3, legend, figure') === null,
      )
      .map((control) => {
        const { width, height } = control.getBoundingClientRect()
        // The area of a link that reacts to a tap is larger than its visible words.
        const around = Number.parseFloat(getComputedStyle(control, '::after').height)
        return { control, width, height: Math.max(height, around || 0) }
      })
      .filter(({ width, height }) => width > 0 && (height < 43.5 || width < 23.5))
      .map(
        ({ control, width, height }) =>
          `${control.getAttribute('aria-label') ?? control.textContent} (${Math.round(width)} × ${Math.round(height)})`,
      ),
  )
}

test('switches from theme to theme, and follows the system until somebody chooses', async ({ playground, page }) => {
  const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await ground()
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await ground()
  expect(dark).not.toBe(light)
  await page.getByRole('button', { name: 'Theme: as the system' }).click()
  await expect.poll(ground).toBe(light)
  await playground.hears('Theme: light')
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await expect.poll(ground).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground()).toBe(dark)
})

/** Whether anything in the chart moved by itself during an action. */
async function moved(page: Page, action: () => Promise<void>): Promise<boolean> {
  const watch = await page.evaluateHandle(() => {
    const seen = { moved: false, stopped: false }
    const lasts = ({ effect }: Animation): boolean => Number(effect?.getComputedTiming().duration) > 1
    const look = (): void => {
      const chart = document.querySelector('figure')
      seen.moved ||= chart?.getAnimations({ subtree: true }).some(lasts) === true
      if (!seen.stopped) requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    return seen
  })
  await action()
  return watch.evaluate(async (seen) => {
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    seen.stopped = true
    return seen.moved
  })
}

async function stepThrough({ page, step, chart }: PlaygroundPage): Promise<void> {
  await chart.getByRole('figure').focus()
  await page.keyboard.press('Home')
  await expect(step).toHaveAttribute('aria-valuetext', /^Step 1 of /)
  for (let at = 2; at <= 4; at++) {
    await page.keyboard.press('ArrowRight')
    await expect(step).toHaveAttribute('aria-valuetext', new RegExp(`^Step ${at} of `))
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
}

test('the request glides from step to step, and with reduced motion it jumps, for every audience', async ({
  playground,
  page,
}) => {
  await drawn(playground)
  expect(await moved(page, () => stepThrough(playground))).toBe(true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const audience of AUDIENCES) {
    await chooseAudience(page, audience)
    await drawn(playground)
    expect(await moved(page, () => stepThrough(playground)), audience).toBe(false)
  }
  // It still plays, step by step.
  await playground.player.getByRole('combobox', { name: 'Speed' }).selectOption('4')
  await playground.player.getByRole('button', { name: 'Restart' }).click()
  await playground.player.getByRole('button', { name: 'Play' }).click()
  await expect(playground.step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. /)
})

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('decisions still differ, and highlights still show', async ({ playground, page }) => {
    const { checks, headline, node } = playground
    await drawn(playground)
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
    await expect(headline.getByRole('img', { name: 'Allowed' })).toBeVisible()
    await expect(checks.first()).toContainText('Allow')
    const [ground, text] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return [backgroundColor, color]
    })
    expect(ground).not.toBe(text)
    const mark = await headline
      .getByRole('img')
      .locator('path')
      .first()
      .evaluate((path) => [getComputedStyle(path).fill, getComputedStyle(path).stroke])
    expect(mark.some((colour) => colour !== 'none' && colour !== ground)).toBe(true)
    await checks.nth(1).hover()
    await expect(node(/^May it be that somebody\?/)).toHaveAttribute('data-highlighted')
    expect(await colourOf(page, '--accent')).not.toBe(ground)
    for (const audience of AUDIENCES) {
      await chooseAudience(page, audience)
      const lines = await audiencesOf(page).evaluateAll((all) =>
        all.map((one) => getComputedStyle(one).borderBlockEndColor),
      )
      const line = lines[AUDIENCES.indexOf(audience)]
      expect(
        lines.filter((other) => other === line),
        `only ${audience} has its line`,
      ).toHaveLength(1)
      await expect(headline.getByRole('img', { name: 'Allowed' })).toBeVisible()
      await expectNoSidewaysScrolling(page)
    }
  })
})
