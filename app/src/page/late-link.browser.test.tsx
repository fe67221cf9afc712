import { linkHash } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openBuiltInCourse } from '../session/course/index.ts'
import { beginTurn, openExample, playground } from '../session/index.ts'
import { Notices } from '../ui/index.ts'
import { openLink } from './open-link.ts'

const [example, other] = EXAMPLES
if (example === undefined || other === undefined) throw new Error('the gallery has no two examples')
const document = { title: 'Of the link', explanation: '', expect: [], scenario: example.scenario }
const hash = linkHash({ document })

it('what a person opens while a link is on its way stays, and the page says so', async () => {
  await render(<Notices />)
  const late = openLink(hash)
  openExample(other)
  await late
  expect(playground.getState().exampleId).toBe(other.id)
  await expect.element(page.getByText('before the content of the link arrived')).toBeVisible()

  await openLink(hash)
  expect(playground.getState().about?.title).toBe('Of the link')

  const turn = beginTurn()
  openExample(other)
  await openLink(hash, undefined, turn)
  expect(playground.getState().exampleId).toBe(other.id)
})

it('a course that a person opens while a link is on its way stays, however late it comes', async () => {
  const late = openLink(hash)
  const opening = openBuiltInCourse('rbac-from-nothing')
  await Promise.all([late, opening])
  expect(playground.getState().lesson?.address).toBe('course/rbac-from-nothing')
})

const edits = [
  { what: 'a policy', edit: () => playground.getState().edit({ subject: 'policy', change: { policy: '# mine' } }) },
  { what: 'a goal', edit: () => playground.getState().setGoals('goal 0', ['nobody, get secrets: 403']) },
  {
    what: 'a title',
    edit: () => playground.getState().setAbout('title', { title: 'Mine', explanation: '', expect: [] }),
  },
]

it.each(edits)('$what that a person writes while a link or a course is on its way stays', async ({ edit }) => {
  openExample(other)
  for (const open of [() => openLink(hash), () => openBuiltInCourse('rbac-from-nothing')]) {
    const late = open()
    edit()
    const { scenario, about, goals } = playground.getState()
    await late
    expect(playground.getState()).toMatchObject({ scenario, about, goals, lesson: undefined })
  }
})

it('what was undone while a link is on its way stays undone', async () => {
  openExample(example)
  playground.getState().edit({ subject: 'policy', change: { policy: '# not mine' } })
  const late = openLink(hash)
  playground.getState().undo()
  await late
  expect(playground.getState().scenario).toBe(example.scenario)
})

it('of two things that a person opens, the later one stays, however late the first one comes', async () => {
  const opening = openBuiltInCourse('rbac-from-nothing')
  openExample(other)
  expect(await opening).toEqual([expect.stringContaining('You did something else before what you chose arrived')])
  expect(playground.getState().exampleId).toBe(other.id)
})
