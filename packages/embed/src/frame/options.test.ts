import { expect, it } from 'vitest'
import { frameAttributes } from './options.ts'

const attributes = (address: string) => Object.fromEntries(frameAttributes(new URL(address, 'https://example.org')))

it('takes the scenario from the hash, and options from the query', () => {
  expect(attributes('/embed.html?design=legacy&theme=dark&show=chart,checks&autoplay#example/docs-user-list')).toEqual({
    link: '#example/docs-user-list',
    design: 'legacy',
    theme: 'dark',
    show: 'chart,checks',
    autoplay: '',
  })
})

it('takes a lesson of the course in the hash', () => {
  expect(attributes('/embed.html?lesson=2#course/rbac-from-nothing')).toEqual({
    link: '#course/rbac-from-nothing',
    lesson: '2',
  })
})

it('takes nothing else from there', () => {
  expect(
    attributes(
      '/embed.html?src=https://evil.example/a.yaml&course=https://evil.example/c.yaml&home=https://evil.example/&onclick=alert(1)',
    ),
  ).toEqual({
    link: '',
  })
})
