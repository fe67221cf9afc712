import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe.ts'
import { openLesson } from './support/courses.ts'
import { lectureOn } from './support/lecture.ts'
import { colourOf, expectNoSidewaysScrolling } from './support/looks.ts'
import { listen, playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

/** A projector. */
const ROOM = { width: 1280, height: 720 }

test.use({ viewport: ROOM })

/** Opens a lesson, and records what is announced. */
async function openForAudience(page: Page, lesson?: string): Promise<void> {
  await page.addInitScript(listen)
  await openLesson(page, lesson)
  await expect(playgroundOn(page).chart).toBeVisible()
}

/** What an audience sees and hears, and what is beside it in the browser: without the boxes of the chart, which has all ends. */
async function shown(page: Page): Promise<string> {
  const main = page.getByRole('main')
  const words = await main.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const read: string[] = []
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement
      if (parent?.checkVisibility({ visibilityProperty: true }) && parent.closest('figure:has(svg)') === null) {
        read.push(text.textContent ?? '')
      }
    }
    return read.join(' ')
  })
  const heard = await page.evaluate(() => window.heard?.join('\n') ?? '')
  return [words, await page.title(), page.url(), heard].join('\n')
}

/** Words and codes of an answer. */
const ANSWER = /\b(40[034]|20[01]|may not|NoOpinion|Allow(ed)?|Refused|Deny|no rule)\b/

test('a teacher asks the room, reveals the answer step by step, and goes to the next lesson', async ({ page }) => {
  await openForAudience(page)
  const lecture = lectureOn(page)
  const { question, step, answer, rule, title, place, stamps } = lecture
  await page.evaluate(() => window.heard?.splice(0))
  await lecture.begin()

  await test.step('the question of the lesson, and nothing of its answer', async () => {
    await expect(title).toHaveText('A first Role')
    await expect(page.getByRole('main')).toContainText('kubectl get pods -n prod')
    await expect(place).toHaveText(/^1 of 10/)
    await expect(question).toContainText('Will kubectl get pods -n prod pass?')
    await expect(stamps).toHaveCount(0)
    await expect(page).toHaveTitle(/^A first Role – /)
    await expect(page).toHaveURL(/#course\/rbac-from-nothing\/first-role$/)
    expect(await shown(page)).not.toMatch(ANSWER)
    for (const pane of ['Policy', 'Request', 'Timeline', 'Answer']) {
      await expect(page.getByRole('region', { name: pane, exact: true })).toBeHidden()
    }
  })

  await test.step('the room guesses, and the check is asked before it is answered', async () => {
    await page.keyboard.press('1')
    await expect(step).toContainText('Your guess: ')
    // The request goes to the check by itself, and waits there.
    await expect(step).toContainText('May jane list pods in namespace prod?')
    await expect(stamps).toHaveCount(0)
    expect(await shown(page)).not.toMatch(ANSWER)
    await page.keyboard.press('ArrowRight')
    await expect(step).toContainText('NoOpinion')
    await expect(stamps).toHaveText(['NoOpinion'])
    await expect(step).toContainText('Not so: ')
    await expect(step).toContainText('The word after kubectl is often not the verb.')
    await expect(answer).toBeHidden()
  })

  await test.step('back hides it again', async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(stamps).toHaveCount(0)
    await expect(step).not.toContainText('Not so: ')
    await page.keyboard.press('Space')
  })

  await test.step('the end', async () => {
    await page.keyboard.press('Space')
    await expect(answer).toContainText('403: jane may not list pods in namespace prod')
    await expect(stamps).toHaveText(['NoOpinion'])
    await expect(playgroundOn(page).node(/^403 Forbidden/)).not.toHaveAttribute('data-look', 'open')
  })

  await test.step('the next lesson, as it begins', async () => {
    await page.keyboard.press('PageDown')
    await expect(place).toHaveText(/^2 of 10/)
    await expect(question).toBeVisible()
    await expect(title).toHaveText('Users, groups and service accounts')
    await expect(stamps).toHaveCount(0)
    await page.keyboard.press('p')
    await expect(place).toHaveText(/^1 of 10/)
    await expect(question).toContainText('Will kubectl get pods -n prod pass?')
    await page.keyboard.press('n')
    await expect(place).toHaveText(/^2 of 10/)
  })

  await test.step('a rule, with its lines of the policy', async () => {
    await page.keyboard.press('n')
    await expect(place).toHaveText(/^3 of 10/)
    await page.keyboard.press('1')
    await expect(rule).toBeHidden()
    await lecture.toTheEnd()
    await expect(answer).toContainText('200: ')
    await expect(rule).toContainText('verbs:')
    await expect(rule).toHaveText(/^\d/)
  })

  await test.step('leaving leads to the lesson that was presented', async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Lesson 3 of 10' })).toBeVisible()
    await expect(page).toHaveURL(/#course\/rbac-from-nothing\/scopes?/)
  })
})

test('with reduced motion the request jumps and nothing moves by itself; everything can be read from the back row, at every moment', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openForAudience(page)
  const lecture = lectureOn(page)
  await lecture.begin()
  for (let moment = 0; moment < 60; moment++) {
    const small = await page.evaluate(() => {
      const words = document.querySelectorAll('main :is(h2, p, li, button, code, kbd, figure > div, legend, label, q)')
      return [...words].flatMap((element) => {
        const own = [...element.childNodes].some(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim())
        if (
          !own ||
          !element.checkVisibility({ visibilityProperty: true }) ||
          element.closest('ol[aria-label], [aria-hidden=true]')
        )
          return []
        const { width } = element.getBoundingClientRect()
        const size = Number.parseFloat(getComputedStyle(element).fontSize)
        return width > 1 && size < 20 ? [`${size} px: ${element.textContent}`] : []
      })
    })
    expect(small).toEqual([])
    const chart = await page.locator('figure svg').evaluate((svg) => {
      const [, , width] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
      const words = svg.querySelector('text')
      const size = words === null ? 0 : Number.parseFloat(getComputedStyle(words).fontSize)
      return (size * svg.getBoundingClientRect().width) / (width || 1)
    })
    expect(chart, 'px of the words in the chart').toBeGreaterThanOrEqual(14)
    // The request is in view wherever it is.
    await expect(page.locator('figure .token')).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScrolling(page)
    if (await lecture.answer.isVisible()) break
    await page.keyboard.press('Space')
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
        .map(({ effect }) => (effect instanceof KeyframeEffect ? (effect.target?.outerHTML ?? '').slice(0, 80) : '')),
    )
    expect(moving).toEqual([])
  }
  await expect(lecture.answer).toBeVisible()
})

test('a slide of a refusal: the whole chart in words of 18 px, the guess of the room, and the rule that comes closest', async ({
  playground,
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await playground.goToExample('docs-user-delete')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  const lecture = lectureOn(page)
  await lecture.begin()
  await expect(page).toHaveURL(/#example\/docs-user-delete/)
  await expect(lecture.question).toContainText('Allowed or refused?')
  const refused = lecture.question.getByRole('button', { name: /Refused/ })
  const ground = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
  const atRest = await ground(refused)
  await refused.hover()
  expect(await ground(refused)).toBe(atRest)
  /** Words of the chart that are cut off or smaller than those of a slide. */
  const cutOrSmall = () =>
    page.locator('figure svg').evaluate((svg) => {
      const pane = svg.closest('figure')?.getBoundingClientRect() ?? new DOMRect()
      const [, , width] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number)
      const zoom = svg.getBoundingClientRect().width / (width || 1)
      return [...svg.querySelectorAll('text')].flatMap((text) => {
        const box = text.getBoundingClientRect()
        const cut = box.left < pane.left || box.right > pane.right || box.top < pane.top || box.bottom > pane.bottom
        const size = zoom * Number.parseFloat(getComputedStyle(text).fontSize)
        return text.textContent && (cut || size < 17.9) ? [`${size} px: ${text.textContent}`] : []
      })
    })
  expect(await cutOrSmall()).toEqual([])
  await page.keyboard.press('1')
  await expect(lecture.step).toContainText('You said: allowed.')
  await lecture.toTheEnd()
  await expect(lecture.answer).toContainText('You said: allowed. It is refused.')
  await expect(lecture.answer).toContainText('Line 30 comes closest: all but the verb.')
  const nearest = lecture.answer.getByRole('figure', { name: 'The rule that comes closest' })
  await expect(nearest.locator('mark')).toHaveText('impersonate-on:user-info:delete')
  await expect(nearest.locator('mark')).toBeInViewport({ ratio: 1 })
  expect(await cutOrSmall()).toEqual([])
})

test('a title that tells the end is shown at the end, and an address that tells it names nothing', async ({
  playground,
  page,
}) => {
  await playground.goToExample('denied-identity')
  await expect(playground.sentence).toHaveText(/^ ?403: /)
  const lecture = lectureOn(page)
  // The page itself says its answer, after a pause.
  await playground.hears('403: ')
  await lecture.begin()
  await expect(lecture.title).toHaveText('A request')
  await expect(lecture.place).toHaveText('2 of 6')
  await expect(page).toHaveTitle(/^A request – /)
  await expect(page).not.toHaveURL(/denied/)
  expect(await shown(page)).not.toMatch(/granted|403/)
  await page.keyboard.press('n')
  await expect(lecture.place).toHaveText(/^3 of 6/)
  await page.keyboard.press('p')
  await expect(lecture.place).toHaveText('2 of 6')
  expect(await shown(page)).not.toMatch(/granted|403/)
  await lecture.toTheEnd()
  await expect(lecture.title).toHaveText('The identity is not granted')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#example\/denied-identity/)
})

test('a presenter ticks scenarios of the library, in an order of their own, and the browser keeps it', async ({
  playground,
  page,
}) => {
  await test.step('save three', async () => {
    for (const [id, title, name] of [
      ['docs-user-delete', 'Delete a pod as jane', 'Deletes'],
      ['docs-node-list', 'List the pods of its own node', 'Node'],
      ['docs-user-list', 'List pods as jane', 'Lists'],
    ] as const) {
      await page.goto(`/#example/${id}`)
      await expect(page.getByRole('button', { name: new RegExp(`^Example: ${title}`) })).toBeVisible()
      await page.keyboard.press('Alt+L')
      const library = page.getByRole('dialog', { name: 'Your scenarios' })
      await library.getByRole('textbox', { name: 'Save the scenario on the page as' }).fill(name)
      await library.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(library.getByText(`Saved as “${name}”.`)).toBeVisible()
      await page.keyboard.press('Escape')
    }
  })
  const lecture = lectureOn(page)
  await page.getByRole('button', { name: 'Present' }).click()
  const dialog = page.getByRole('dialog', { name: 'Present' })
  await dialog.getByRole('checkbox', { name: 'Deletes' }).check()
  await dialog.getByRole('checkbox', { name: 'Lists' }).check()
  await expectAccessible(page, 'dialog')
  await dialog.getByRole('button', { name: 'Begin' }).click()
  await expect(lecture.place).toHaveText(/^1 of 2/)
  await expect(lecture.title).toHaveText('Deletes')
  await page.keyboard.press('n')
  await expect(lecture.place).toHaveText(/^2 of 2/)
  await expect(lecture.title).toHaveText('Lists')
  await page.keyboard.press('n')
  await playground.hears('This is the last one')
  await page.keyboard.press('Escape')

  await page.reload()
  await expect(playground.sentence).toBeVisible()
  await page.getByRole('button', { name: 'Present' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Deletes' })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Node' })).not.toBeChecked()
})

test('a pointer that everybody sees, the keys on ?, and a request that plays on its own', async ({
  playground,
  page,
}) => {
  const lecture = lectureOn(page)
  await lecture.begin()
  const node = playground.node(/^receive request/i)
  await node.hover()
  await expect(node).toHaveAttribute('data-highlighted')
  const ring = page.locator('[data-pointer-ring]')
  await expect(ring).toBeHidden()
  await page.keyboard.press('l')
  await playground.hears('Pointer on')
  await expect(ring).toBeVisible()
  const [box, target] = [await ring.boundingBox(), await node.boundingBox()]
  expect(box?.width).toBeGreaterThanOrEqual(90)
  const middle = (of: typeof box): number => (of?.x ?? 0) + (of?.width ?? 0) / 2
  expect(Math.abs(middle(box) - middle(target))).toBeLessThan(2)
  expect(await ring.evaluate((element) => getComputedStyle(element).borderTopColor)).toBe(
    await colourOf(page, '--accent'),
  )
  await page.keyboard.press('l')
  await expect(ring).toBeHidden()
  await page.keyboard.down('Shift')
  await expect(ring).toBeVisible()
  await page.keyboard.up('Shift')
  await expect(ring).toBeHidden()

  await test.step('the keys are on ?, which leaves the lecture alone', async () => {
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys of the present view' })
    await expect(keys).toContainText('The next of the list')
    await page.keyboard.press('n')
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await expect(lecture.leave).toBeVisible()
    await expect(lecture.place).toHaveText(/^1 of 6/)
    await page.keyboard.press('Escape')
    await expect(lecture.leave).toBeHidden()
    await expect(playground.policy).toBeVisible()
  })
  await test.step('the request plays on its own, from the question to the end', async () => {
    await playground.player.getByRole('combobox', { name: 'Speed' }).selectOption('4')
    await lecture.begin()
    await page.keyboard.press('Alt+Y')
    await expect(lecture.answer).toContainText('200: ', { timeout: 60_000 })
  })
})

test('axe finds nothing in either theme: at the question, at a check, at the answer, in its dialogs', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openForAudience(page)
  const lecture = lectureOn(page)
  await lecture.begin()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('2')
  await expectAccessibleInBothThemes(page)
  await lecture.toTheEnd()
  await expect(lecture.answer).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys of the present view' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('h')
  await expect(page.getByRole('dialog', { name: 'Hand out' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('works by its buttons', async ({ page }) => {
    await openForAudience(page)
    const lecture = lectureOn(page)
    await lecture.begin()
    await lecture.question.getByRole('button', { name: /No: the request has another verb/ }).tap()
    const tools = page.getByRole('group', { name: 'Present' })
    for (let tap = 0; tap < 20 && !(await lecture.answer.isVisible()); tap++) {
      // At the end it is off, perhaps since the look at the answer.
      await tools.getByRole('button', { name: 'Go on' }).tap({ force: true })
    }
    await expect(lecture.answer).toContainText('Right: ')
    await expectNoSidewaysScrolling(page)
    await tools.getByRole('button', { name: 'Next of the list' }).tap()
    await expect(lecture.place).toHaveText(/^2 of 10/)
    await lecture.leave.tap()
    await expect(page.getByRole('button', { name: 'Lesson 2 of 10' })).toBeVisible()
  })
})
