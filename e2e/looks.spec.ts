import { EXAMPLES } from '@authz-playground/examples'
import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { colourOf, expectNoSidewaysScrolling, overlap } from './support/looks.ts'
import type { PlaygroundPage } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const THEMES = ['light', 'dark'] as const
const WINDOWS = {
  1440: { width: 1440, height: 900 },
  1024: { width: 1024, height: 768 },
  360: { width: 360, height: 740 },
} as const

const DOORS = ['Learn', 'Debug', 'Designs'] as const

const doorsOf = (page: Page): Locator => page.getByRole('navigation', { name: 'Ways in' }).getByRole('button')

async function goThrough(page: Page, door: (typeof DOORS)[number]): Promise<void> {
  const button = doorsOf(page).filter({ hasText: door })
  await button.click()
  await expect(button).toHaveAttribute('aria-current', 'page')
}

/** Waits until the chart and, where there is one, the editor have taken their places. */
async function drawn({ node, page }: PlaygroundPage): Promise<void> {
  await expect(node(/^receive request/i)).toBeVisible()
  await page.evaluate(() => new Promise(requestAnimationFrame))
}

/** Makes a pane visible: at 1024 policy and request are folded. */
async function unfold({ page }: PlaygroundPage, pane: 'Policy' | 'Request'): Promise<void> {
  const strip = page.getByRole('group', { name: 'Policy and request' })
  if (await strip.isVisible()) await strip.getByRole('button', { name: pane, expanded: false }).click()
}

for (const theme of THEMES) {
  for (const width of [1440, 360] as const) {
    test.describe(`${theme}, ${width} pixels wide`, () => {
      test.use({ viewport: WINDOWS[width], colorScheme: theme })

      test('axe finds nothing in the page and all its drawers', async ({ playground }) => {
        const { page, request, timeline } = playground
        await drawn(playground)
        await expectAccessible(page)
        for (const drawer of ['Response', 'Audit event', 'Metrics', 'On your cluster', 'Design'])
          await playground.openDrawer(drawer)
        await timeline.getByRole('button', { name: 'SubjectAccessReview' }).first().click()
        await playground.checks.nth(1).click()
        await request.getByText('Groups, uid, extra').click()
        for (const form of ['Form', 'More'] as const) {
          await playground.showForm(form)
          await expectAccessible(page)
        }
      })

      test('axe finds nothing in the dialogs', async ({ playground }) => {
        const { page } = playground
        await drawn(playground)
        await playground.openGallery()
        await expect(playground.entry('four-groups')).toBeVisible()
        await expectAccessible(page)
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Help', exact: true }).click()
        await expect(page.getByRole('dialog', { name: 'About the playground' })).toBeVisible()
        await expectAccessible(page)
      })

      test('axe finds nothing in the present view', async ({ playground }) => {
        const { page } = playground
        await drawn(playground)
        await page.getByRole('button', { name: 'Present' }).click()
        await expectAccessible(page)
        await page.getByRole('dialog', { name: 'Present' }).getByRole('button', { name: 'Begin' }).click()
        await drawn(playground)
        await expectAccessible(page)
      })

      test('axe finds nothing where nothing was decided, or not for sure', async ({ playground }) => {
        const { page, answer, sentence } = playground
        await drawn(playground)
        await playground.showForm('HTTP')
        await playground.append(playground.requestText('HTTP'), '\nno header\n')
        await expect(sentence).toHaveText(/^ ?Not decided: /)
        await expectAccessible(page)
        await answer.getByRole('button', { name: 'Decide with what could be read' }).click()
        await expect(sentence).toHaveText(/^ ?200: /)
        await drawn(playground)
        await expectAccessible(page)
      })

      test('axe finds nothing in the texts of the cluster and a history of requests', async ({ playground }) => {
        const { page, policy, request } = playground
        await playground.openExample('node-agent-secret')
        await drawn(playground)
        const folded = page.getByText(/; Kubernetes 1\.36, /)
        if (await folded.isVisible()) await folded.click()
        await page.getByRole('checkbox', { name: 'Default roles' }).check()
        await request.getByRole('button', { name: 'Send again' }).click()
        await expect(playground.checks).toHaveCount(1)
        for (const tab of await policy.getByRole('tab').all()) {
          await tab.click()
          await expectAccessible(page)
          await expectNoSidewaysScrolling(page)
        }
      })

      test('axe finds nothing before edits are lost', async ({ playground }) => {
        const { page } = playground
        await playground.showForm('HTTP')
        await playground.append(playground.requestText('HTTP'), '\nImpersonate-Uid: 1')
        await page.getByRole('button', { name: 'Reset to the example' }).click()
        await expect(page.getByRole('dialog', { name: 'Reset to the example?' })).toBeVisible()
        await expectAccessible(page)
      })
    })
  }
}

for (const width of [1440, 1024, 360] as const) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: WINDOWS[width] })

    test('nothing scrolls sideways, in no example', async ({ playground }) => {
      // There are many examples, and each is drawn: minutes, on a busy machine. Milliseconds.
      test.setTimeout(900_000)
      const { page, sentence } = playground
      await drawn(playground)
      for (const { id, expect: must } of EXAMPLES) {
        await test.step(id, async () => {
          await playground.openGallery()
          await expectNoSidewaysScrolling(page)
          await playground.entry(id).click()
          await expect(sentence).toHaveText(new RegExp(`^ ?${must.code}: `))
          await expectNoSidewaysScrolling(page)
        })
      }
    })

    test('nothing scrolls sideways, whatever is open', async ({ playground }) => {
      const { page, request, timeline, answer, sentence } = playground
      await drawn(playground)
      for (const drawer of ['Response', 'Audit event', 'Metrics', 'On your cluster', 'Design'])
        await playground.openDrawer(drawer)
      await timeline.getByRole('button', { name: 'SubjectAccessReview' }).first().click()
      await expectNoSidewaysScrolling(page)
      const settings = page.getByText(/; Kubernetes 1\.36, /)
      if (await settings.isVisible()) {
        await settings.click()
        await expect(page.getByRole('button', { name: 'Order of authorizers' })).toBeInViewport({ ratio: 1 })
        await expectNoSidewaysScrolling(page)
      }
      await unfold(playground, 'Request')
      await request.getByText('Groups, uid, extra').click()
      for (const form of ['Form', 'HTTP', 'kubectl', 'curl', 'More'] as const) {
        await playground.showForm(form)
        await expectNoSidewaysScrolling(page)
      }
      await page.getByRole('button', { name: 'Help', exact: true }).click()
      await expect(page.getByRole('dialog', { name: 'About the playground' })).toBeVisible()
      await expectNoSidewaysScrolling(page)
      await page.keyboard.press('Escape')

      const long = 'a-name-that-goes-on-and-on-without-a-place-to-break-'.repeat(20)
      await playground.writeRequest('HTTP', `GET /api/v1/namespaces/${long}/pods HTTP/1.1\nImpersonate-User: ${long}`)
      await expect(sentence).toContainText('may not list pods')
      await expectNoSidewaysScrolling(page)
      await playground.writeRequest('HTTP', `${long}\n${long}`)
      await expect(sentence).toHaveText(/^ ?Not decided: /)
      await expect(answer.getByRole('list', { name: 'Errors' })).toBeVisible()
      await expectNoSidewaysScrolling(page)

      await page.keyboard.press('Alt+P')
      await expect(page.getByRole('region', { name: 'Question' })).toBeVisible()
      await expectNoSidewaysScrolling(page)
    })
  })
}

test('the timeline keeps its title where it scrolls', async ({ playground }) => {
  const { checks, timeline } = playground
  await drawn(playground)
  await checks.last().scrollIntoViewIfNeeded()
  await expect(timeline.getByRole('heading', { name: 'Timeline' })).toBeInViewport({ ratio: 1 })
  await checks.first().focus()
  const title = await timeline.getByRole('heading', { name: 'Timeline' }).boundingBox()
  expect(overlap(title, await checks.first().boundingBox())).toBe(false)
})

test.describe('on a phone', () => {
  test.use({ viewport: WINDOWS[360], hasTouch: true, isMobile: true })

  test('is one column in the order answer, chart, timeline, request, policy', async ({ playground }) => {
    const { answer, chart, timeline, request, policy } = playground
    await drawn(playground)
    const tops = await Promise.all(
      [answer, chart, timeline, request, policy].map(async (pane) => (await pane.boundingBox())?.y ?? Number.NaN),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    await expectNoSidewaysScrolling(playground.page)
  })

  test('keeps the player within reach of a thumb', async ({ playground }) => {
    const { player, policy, answer, chart, node } = playground
    await drawn(playground)
    for (const pane of [policy, answer]) {
      await pane.scrollIntoViewIfNeeded()
      await expect(player.getByRole('button', { name: 'Play' })).toBeInViewport({ ratio: 1 })
    }
    await player.getByRole('button', { name: 'Play' }).tap()
    await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
    // Playing is seen: the chart comes to the player.
    await expect(node(/^receive request/i)).toBeInViewport({ ratio: 1 })
    await player.getByRole('button', { name: 'Pause' }).tap()
    await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()

    await node(/^receive request/i).tap()
    const note = chart.getByText('headers are read', { exact: false }).last()
    await expect(note).toBeInViewport({ ratio: 1 })
  })

  test('leads back from a line, and shows the verdict while somebody types', async ({ playground }) => {
    const { player, answer, policy, page, sentence } = playground
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
  })

  test('the words of every step fit below the chart', async ({ playground }) => {
    const { page, chart, step } = playground
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await drawn(playground)
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

  test('a tap lights and pins what belongs together', async ({ playground }) => {
    const { checks, node } = playground
    await drawn(playground)
    await checks.nth(1).tap()
    await expect(node(/^May it be that somebody\?/)).toHaveAttribute('data-lit')
  })

  test('controls are large enough for a finger', async ({ playground }) => {
    await drawn(playground)
    expect(await tooSmall(playground.page.getByRole('main'))).toEqual([])
    expect(await tooSmall(playground.page.getByRole('banner'))).toEqual([])
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

test.describe('in a window of medium width', () => {
  test.use({ viewport: WINDOWS[1024] })

  test('folds policy and request to a strip, and goes to them when a line is asked for', async ({ playground }) => {
    const { policy, request, timeline, policyText } = playground
    await expect(policy).toBeHidden()
    await expect(request).toBeHidden()
    await unfold(playground, 'Request')
    await expect(request).toBeVisible()
    await timeline
      .getByRole('button', { name: /^rule 1, line / })
      .first()
      .click()
    await expect(policy).toBeVisible()
    await expect(policyText).toBeFocused()
    await expect(request).toBeHidden()
  })
})

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

test('the request glides from step to step', async ({ playground, page }) => {
  await drawn(playground)
  expect(await moved(page, () => stepThrough(playground))).toBe(true)
})

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the request jumps from step to step, in every door', async ({ playground, page }) => {
    for (const door of DOORS) {
      await goThrough(page, door)
      await drawn(playground)
      expect(await moved(page, () => stepThrough(playground)), door).toBe(false)
    }
    // It still plays, step by step.
    await playground.player.getByRole('combobox', { name: 'Speed' }).selectOption('4')
    await playground.player.getByRole('button', { name: 'Restart' }).click()
    await playground.player.getByRole('button', { name: 'Play' }).click()
    await expect(playground.step).toHaveAttribute('aria-valuetext', /^Step (\d+) of \1\. /)
  })
})

test.describe('with forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('decisions still differ, and highlights still show', async ({ playground, page }) => {
    const { checks, sentence, node } = playground
    await drawn(playground)
    expect(await page.evaluate(() => matchMedia('(forced-colors: active)').matches)).toBe(true)
    await expect(sentence.getByRole('img', { name: 'Allowed' })).toBeVisible()
    await expect(checks.first()).toContainText('Allow')
    const [ground, text] = await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.body)
      return [backgroundColor, color]
    })
    expect(ground).not.toBe(text)
    const mark = await sentence
      .getByRole('img')
      .locator('path')
      .first()
      .evaluate((path) => [getComputedStyle(path).fill, getComputedStyle(path).stroke])
    expect(mark.some((colour) => colour !== 'none' && colour !== ground)).toBe(true)
    await checks.nth(1).hover()
    await expect(node(/^May it be that somebody\?/)).toHaveAttribute('data-lit')
    expect(await colourOf(page, '--accent')).not.toBe(ground)
    for (const door of DOORS) {
      await goThrough(page, door)
      const lines = await doorsOf(page).evaluateAll((all) =>
        all.map((one) => getComputedStyle(one).borderBlockEndColor),
      )
      const line = lines[DOORS.indexOf(door)]
      expect(
        lines.filter((other) => other === line),
        `only ${door} has its line`,
      ).toHaveLength(1)
      await expect(sentence.getByRole('img', { name: 'Allowed' })).toBeVisible()
      await expectNoSidewaysScrolling(page)
    }
  })
})
