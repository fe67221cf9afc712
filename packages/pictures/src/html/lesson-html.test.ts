import { describe, expect, it } from 'vitest'
import { type LessonInput, lessonHtml } from './lesson-html.ts'
import { liveLesson } from './live-element.ts'
import { PAGE_DOCUMENT, readMarkup, staticInput } from './testing.ts'

const lesson = async (more: Partial<LessonInput> = {}) =>
  lessonHtml({
    ...(await staticInput(PAGE_DOCUMENT)),
    text: '<p>The <code>text</code>.</p>',
    goals: [['deputy can ', { code: 'list <pods>' }]],
    solution: { policy: 'kind: Role # </code>\n' },
    done: '<p>Done.</p>',
    ...more,
  })

const withoutStyle = (html: string): string =>
  html.replace(/<style>[\s\S]*?<\/style>/, '').replace(/<svg[\s\S]*?<\/svg>/g, '')

describe('the static form of a lesson', () => {
  it('has its text, the start, the goals and the folded solution, as good HTML', async () => {
    const { text, tags } = readMarkup(withoutStyle(await lesson()))
    const order = [
      'The text.',
      'Request',
      'Policy',
      'Goals',
      'deputy can list',
      '403',
      'Solution',
      'kind: Role',
      'Done.',
    ]
    const places = order.map((words) => text.indexOf(words))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places).not.toContain(-1)
    expect(tags.filter((tag) => tag === 'details')).toHaveLength(4)
    expect(await lesson()).toContain(' that decided are marked')
  })

  it('folds the answer where there is a question, and marks no line', async () => {
    const predict = {
      question: '<p>Will it?</p>',
      choices: [
        { say: 'Yes', right: false },
        { say: 'No', right: true },
      ],
      because: '',
    }
    const html = withoutStyle(await lesson({ predict }))
    expect(readMarkup(html).text).toContain('Will it?')
    const [before = ''] = html.split('<summary>What happens</summary>')
    expect(before).not.toMatch(/403|<mark>|decided/)
    expect(html).not.toContain('<mark>')
  })

  it('is inside of an element that names the course, or holds it without ending its script', () => {
    expect(liveLesson(undefined, '<p></p>\n', { course: 'a', lesson: 'b' })).toBe(
      '<authz-playground course="a" lesson="b">\n<p></p>\n</authz-playground>\n',
    )
    const html = liveLesson({ title: '</script><script>' }, '', { lesson: 'b' })
    expect(html.match(/<\/script/g)).toHaveLength(1)
    expect(html).toContain('"title": "\\u003c/script>\\u003cscript>"')
  })
})
