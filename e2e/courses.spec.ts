import { FIRST } from '@authz-playground/examples/first'
import type { Locator } from '@playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from './support/axe.ts'
import {
  button,
  COURSE,
  coursesIn,
  expectGoals,
  goalsIn,
  heading,
  lessonsButton,
  openCourses,
  openLesson,
} from './support/courses.ts'
import { openFiles } from './support/files.ts'
import { expectNoSidewaysScrolling, greens } from './support/looks.ts'
import { playgroundOn } from './support/playground.ts'
import { expect, test } from './support/test.ts'

const [FIRST_LESSON, SECOND_LESSON] = COURSE.lessons

test.describe('a learner', () => {
  test.use({ audience: 'none' })

  test('goes through two lessons by keyboard: a guess, a wrong try, a hint that speaks to it, the solution, next', async ({
    playground,
    page,
  }) => {
    const press = (what: Locator, key = 'Enter'): Promise<void> => what.press(key)
    await test.step('from Learn to the first lesson', async () => {
      await press(
        button(page, 'Courses45 minutes each')
          .or(page.getByRole('button', { name: /^Courses/ }))
          .first(),
      )
      await expect(coursesIn(page)).toContainText('50 minutes · 10 lessons')
      await press(coursesIn(page).getByRole('button', { name: 'Start: RBAC from nothing' }))
      await expect(heading(page, 'A first Role')).toBeFocused()
      await playground.hears('Lesson 1 of 10: A first Role')
      await expect(page).toHaveURL(/#course\/rbac-from-nothing\/first-role$/)
    })
    await test.step('nothing tells the end before the guess', async () => {
      await expect(playground.answer).toContainText('The request waits')
      await expect(playground.player.getByRole('button', { name: 'Play' })).toBeDisabled()
      await expectGoals(page, ['Not decided', 'Not decided', 'Not decided'])
      // The task names it, and the chart has both ends whatever the request gets.
      await expect(page.getByText('403').filter({ visible: true })).toHaveCount(2)
      await expect(playground.node(/^403 Forbidden/)).toHaveAttribute('data-look', 'open')
      await expect(playground.node(/^200: /)).toHaveAttribute('data-look', 'open')
      expect(await greens(page)).toEqual([])
    })
    await test.step('the guess lets the request go to the check that answers', async () => {
      await page.keyboard.press('Tab')
      await press(playground.answer.getByRole('button', { name: 'Go to the question' }))
      await expect(page.getByRole('button', { name: 'Yes: the verb is get' })).toBeFocused()
      await page.keyboard.press('Enter')
      await playground.hears('Not right. kubectl get pods reads the list')
      await expect(page.getByRole('group', { name: /Will kubectl get pods -n prod pass/ })).toContainText(
        'You said: Yes: the verb is get. Right is: No: the request has another verb.',
      )
      await expect(playground.step).toHaveAttribute('aria-valuetext', /^Step 2 of 3\. /)
      await press(page.getByRole('button', { name: 'Go to the end of the request' }))
      await expect(playground.sentence).toHaveText(/^ ?403: jane may not list pods/)
      await expectGoals(page, ['Does not hold', 'Does not hold', 'Holds'])
    })
    await test.step('a wrong try, and the hint that speaks to it', async () => {
      const wrong = FIRST_LESSON?.solution.policy.replace('services', 'service') ?? ''
      await playground.writePolicy(wrong)
      await expectGoals(page, ['Holds', 'Does not hold', 'Does not hold'])
      await press(button(page, 'Hint'))
      await playground.hears('Hint: Resources are plural in a rule: services, not service.')
      await expect(page.getByRole('region', { name: 'Hints' }).getByRole('listitem')).toHaveText([
        'Resources are plural in a rule: services, not service.',
      ])
    })
    await test.step('the solution as a difference, after a question', async () => {
      await press(button(page, 'Show the solution'))
      await expect(page.getByText('Show the solution? You learn more')).toBeVisible()
      await press(button(page, 'Show it'))
      const diff = page.getByRole('group', { name: 'Changes of your policy' })
      await expect(diff).toContainText('removed: resources: [pods, service]', { useInnerText: false })
      await expect(diff).toContainText('added: resources: [pods, services]')
      await press(button(page, 'Take it over'))
      await expect(page.getByText('What you have is this solution.')).toBeVisible()
      await expectGoals(page, ['Holds', 'Holds', 'Holds'])
      await playground.hears('All goals hold. A rule allows every verb in it')
      await expect(page.getByText('1 of 10 done')).toBeVisible()
      await page.keyboard.press('ControlOrMeta+Z')
      await expectGoals(page, ['Holds', 'Does not hold', 'Does not hold'])
      await page.keyboard.press('ControlOrMeta+Shift+Z')
      await expectGoals(page, ['Holds', 'Holds', 'Holds'])
    })
    await test.step('the next lesson, in which undo does not go back', async () => {
      await press(button(page, 'Next lesson'))
      await expect(heading(page, 'Users, groups and service accounts')).toBeFocused()
      await expect(page).toHaveURL(/#course\/rbac-from-nothing\/subjects$/)
      await expect(playground.sentence).toHaveText(/^ ?403: dana may not list pods/)
      await page.keyboard.press('ControlOrMeta+Z')
      await expect(playground.sentence).toHaveText(/^ ?403: dana may not list pods/)
      await playground.writePolicy(SECOND_LESSON?.solution.policy ?? '')
      await expect(page.getByText('2 of 10 done')).toBeVisible()
    })
    await test.step('all of it is there after a reload, and when one comes back', async () => {
      await page.reload()
      await expect(heading(page, 'Users, groups and service accounts')).toBeVisible()
      await expectGoals(page, ['Holds', 'Holds', 'Holds'])
      await press(page.getByRole('button', { name: /^Back: / }))
      await expect(heading(page, 'A first Role')).toBeFocused()
      await expectGoals(page, ['Holds', 'Holds', 'Holds'])
      await expect(page.getByRole('region', { name: 'Hints' }).getByRole('listitem')).toHaveCount(1)
      await press(button(page, 'Leave the course'))
      await expect(page.getByRole('button', { name: /^Example: List pods as jane/ })).toBeVisible()
      const dialog = await openCourses(page)
      await expect(dialog).toContainText('2 of 10 lessons done')
      await press(dialog.getByRole('button', { name: 'Continue: RBAC from nothing' }))
      await expect(heading(page, 'A first Role')).toBeVisible()
    })
  })

  test('takes the tour: six steps, by keyboard, left at any moment', async ({ playground, page }) => {
    const step = (name: string) => page.getByRole('region', { name: new RegExp(`Tour, \\d of 6 ${name}`) })
    await page.getByRole('button', { name: 'Tour', exact: true }).press('Enter')
    await expect(step('Three questions').getByRole('heading')).toBeFocused()
    await step('Three questions').getByRole('button', { name: 'Play it' }).press('Enter')
    await expect(step('Three questions').getByText(', done')).toBeAttached()
    await button(page, 'Next').press('Enter')
    await step('Four modes').getByRole('button', { name: 'The four modes' }).press('Enter')
    await expect(page.getByRole('dialog', { name: 'The four modes' })).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Next').press('Enter')
    await playground.node(/May it do this as somebody else/).hover()
    await expect(step('NoOpinion').getByText(', done')).toBeAttached()
    await button(page, 'Next').press('Enter')
    await button(page, 'Go to the verb').press('Enter')
    await expect(playground.policyText).toBeFocused()
    await button(page, 'Change it for me').press('Enter')
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    await expect(step('Change the policy')).toContainText('and the request is a list: it is refused.')
    await button(page, 'Next').press('Enter')
    await expect(step('After a refusal')).toContainText('This request is refused. The answer names the rule')
    await button(page, 'Put the verb back').press('Enter')
    await expect(step('After a refusal')).toContainText('This request gets 200.')
    await button(page, 'Next').press('Enter')
    await step('Keys, and where to go on').getByRole('button', { name: 'Courses', exact: true }).press('Enter')
    await expect(coursesIn(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await button(page, 'Leave the tour').press('Enter')
    await expect(step('Keys, and where to go on')).toBeHidden()
    await expect(page.getByRole('button', { name: /^Tour/ })).toBeVisible()
  })

  test('takes the tour on another example: it speaks of what is open, and offers the first one for the change', async ({
    playground,
    page,
  }) => {
    const tour = page.getByRole('region', { name: /^Tour, / })
    const next = tour.getByRole('button', { name: 'Next' })
    await page.goto('/#example/docs-user-delete')
    await expect(playground.sentence).toHaveText(/^ ?403: /)
    await page.getByRole('button', { name: 'Tour', exact: true }).click()
    await next.click()
    await next.click()
    await expect(tour).toContainText('Here 2 checks got NoOpinion.')
    await next.click()
    await next.click()
    await expect(tour).toContainText('This request is refused.')
    await tour.getByRole('button', { name: 'Back' }).click()
    await tour.getByRole('button', { name: 'Open the first example' }).click()
    await expect(playground.sentence).toHaveText(/^ ?200: /)
    await expect(tour.getByRole('button', { name: 'Change it for me' })).toBeVisible()
  })
})

test('a lesson: what it leaves as it is, undo of what was begun again, Back, an example and the way back, its progress as a file', async ({
  playground,
  page,
  browser,
}) => {
  await test.step('what a lesson leaves as it is cannot be edited, and a goal shows its request', async () => {
    await openLesson(page, 'subjects')
    const request = page.getByRole('region', { name: 'Request', exact: true })
    await expect(request).toContainText('This lesson leaves it as it is.')
    await expect(request).toContainText('Who asks: dana, a user in group developers', { useInnerText: true })
    await expect(request.getByRole('textbox')).toHaveCount(0)
    await page.getByRole('button', { name: 'ci/deployer can get and list pods in staging' }).click()
    await expect(playground.sentence).toContainText('ci/deployer')
    await expectGoals(page, ['Does not hold', 'Does not hold', 'Does not hold'])
    await button(page, 'Show that of the lesson').click()
    await expect(playground.sentence).toContainText('dana')
  })
  await test.step('what was begun again is undone', async () => {
    await playground.writePolicy(SECOND_LESSON?.solution.policy ?? '')
    await expect(page.getByText('1 of 10 done')).toBeVisible()
    await button(page, 'Start again').click()
    await button(page, 'Start the lesson again').click()
    await expect(page.getByText('0 of 10 done')).toBeVisible()
    await expectGoals(page, ['Does not hold', 'Does not hold', 'Does not hold'])
    await page.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(page.getByText('1 of 10 done')).toBeVisible()
    await expectGoals(page, ['Holds', 'Holds', 'Holds'])
    await lessonsButton(page).click()
    await page
      .getByRole('list', { name: 'Lessons' })
      .getByRole('button', { name: /One object by its name/ })
      .click()
    await expect(heading(page, 'One object by its name')).toBeFocused()
    await expect(page).toHaveURL(/by-name|one-object|names/)
    await page.goBack()
    await expect(heading(page, 'Users, groups and service accounts')).toBeVisible()
    await expectGoals(page, ['Holds', 'Holds', 'Holds'])
    await page.goForward()
    await expect(heading(page, 'One object by its name')).toBeVisible()
  })
  await test.step('an example that is opened from a lesson leads back to it', async () => {
    await page.goBack()
    await expect(heading(page, 'Users, groups and service accounts')).toBeVisible()
    await page.evaluate(() => {
      location.hash = '#example/docs-user-delete'
    })
    await expect(page.getByRole('button', { name: /^Example: / })).toBeVisible()
    const bar = page.getByRole('region', { name: 'Course', exact: true })
    await expect(bar).toContainText('RBAC from nothing is open at the lesson “Users, groups and service accounts”.')
    await bar.getByRole('button', { name: 'Back to the lesson' }).click()
    await expect(heading(page, 'Users, groups and service accounts')).toBeFocused()
    await expectGoals(page, ['Holds', 'Holds', 'Holds'])
  })
  await test.step('the progress is taken along as a file, and merged where it is opened', async () => {
    await lessonsButton(page).click()
    const download = page.waitForEvent('download')
    await button(page, 'Save your progress as a file').click()
    const file = await download
    expect(file.suggestedFilename()).toBe('rbac-from-nothing-progress.yaml')
    const path = await file.path()

    const elsewhere = await browser.newContext({ baseURL: process.env.SITE_URL ?? '' })
    const there = await elsewhere.newPage()
    await there.goto('/#courses')
    await openFiles(there, there.getByRole('button', { name: 'Open a course file' }), [path])
    await button(there, 'Add to my progress').click()
    await expect(there.getByRole('main').getByText('Progress was taken in: 1 lesson.')).toBeVisible()
    await expect(there.getByText('1 of 10 done')).toBeVisible()
    await there.getByRole('status').getByRole('button', { name: 'Undo', exact: true }).click()
    await expect(there.getByText('0 of 10 done')).toBeVisible()
    await elsewhere.close()
  })
})

test('two tabs keep their lessons, and see what is done in the other', async ({ playground, page }) => {
  await openLesson(page, 'subjects')
  const other = playgroundOn(await page.context().newPage())
  await other.page.goto(`/#course/${COURSE.id}/scopes`)
  const skip = button(other.page, 'Skip the question')
  await skip.click()
  await other.writePolicy(COURSE.lessons[2]?.solution.policy ?? '')
  await expect(other.page.getByText('1 of 10 done')).toBeVisible()
  await expect(page.getByText('1 of 10 done')).toBeVisible()
  await playground.writePolicy(SECOND_LESSON?.solution.policy ?? '')
  await expect(other.page.getByText('2 of 10 done')).toBeVisible()
  for (const tab of [page, other.page]) {
    await tab.reload()
    await expect(tab.getByText('2 of 10 done')).toBeVisible()
    await expectGoals(tab, (await goalsIn(tab).count()) === 3 ? ['Holds', 'Holds', 'Holds'] : Array(6).fill('Holds'))
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('goals and the way on are always within reach of a thumb', async ({ page }) => {
    await openLesson(page, 'subjects')
    const bar = page.getByRole('region', { name: 'Lesson, at a glance' })
    await expect(bar).toContainText('0 of 3 goals')
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScrolling(page)
    await page.getByRole('region', { name: 'Flowchart' }).scrollIntoViewIfNeeded()
    await expect(bar).toBeInViewport({ ratio: 1 })
    await bar.getByRole('button', { name: 'Hint' }).tap()
    await expect(page.getByRole('region', { name: 'Hints' }).getByRole('listitem')).toBeInViewport()
    const box = await bar.getByRole('button', { name: 'Skip' }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    await bar.getByRole('button', { name: 'Skip' }).tap()
    await expect(heading(page, 'One namespace or all')).toBeInViewport()
    await expect(bar).toContainText('A question first')
    await expectAccessible(page)
  })
})

test('lessons, courses and the tour have no fault that axe finds, in both themes', async ({ page }) => {
  await openLesson(page)
  await expectAccessibleInBothThemes(page)
  await button(page, 'Skip the question').click()
  await button(page, 'Hint').click()
  await expect(page.getByRole('region', { name: 'Hints' })).toBeVisible()
  await button(page, 'Show the solution').click()
  await button(page, 'Show it').click()
  await expect(button(page, 'Take it over')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await button(page, 'Take it over').click()
  await expect(page.getByText('1 of 10 done')).toBeVisible()
  await lessonsButton(page).click()
  await expectAccessibleInBothThemes(page)
  await button(page, 'All courses').click()
  await expect(coursesIn(page)).toBeVisible()
  await expectAccessibleInBothThemes(page, 'dialog')
  await coursesIn(page).getByRole('button', { name: 'Close', exact: true }).click()
  await button(page, 'Leave the course').click()
  await openCourses(page)
  await page.getByRole('button', { name: 'Take the tour' }).click()
  await expect(page.getByRole('region', { name: /^Tour, 1 of 6/ })).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test('what was on the page before a course is there afterwards, also after a reload', async ({ playground, page }) => {
  await playground.writePolicy(`${FIRST.scenario.policy}# mine\n`)
  await openLesson(page)
  await page.reload()
  await expect(heading(page, 'A first Role')).toBeVisible()
  await button(page, 'Leave the course').click()
  await expect(playground.sentence).toHaveText(/^ ?200: /)
  expect(await playground.textOf(playground.policyText)).toContain('# mine')
})
