import { linkHash } from '@authz-playground/engine/documents'
import { EXAMPLES } from '@authz-playground/examples'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { openBuiltInCourse } from '../session/course/index.ts'
import { countPicked, openExample, playground } from '../session/index.ts'
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

  const before = countPicked()
  openExample(other)
  await openLink(hash, undefined, before)
  expect(playground.getState().exampleId).toBe(other.id)
})

it('a course that a person opens while a link is on its way stays, however late it comes', async () => {
  const late = openLink(hash)
  const opening = openBuiltInCourse('rbac-from-nothing')
  await Promise.all([late, opening])
  expect(playground.getState().lesson?.address).toBe('course/rbac-from-nothing')
})
