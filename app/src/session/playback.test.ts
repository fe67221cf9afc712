import { describe, expect, it } from 'vitest'
import { advanced, begun, scrubbed } from './playback.ts'

describe('a player', () => {
  it('stands still where it is put, on the way', () => {
    expect([-2, 1, 9].map((to) => scrubbed(to, 3))).toEqual([0, 1, 3].map((position) => ({ position, playing: false })))
  })

  it('stops by itself at the end, and goes on where it was paused', () => {
    expect(advanced({ position: 1, playing: true }, 3)).toEqual({ position: 2, playing: true })
    expect(advanced({ position: 2, playing: true }, 3)).toEqual({ position: 3, playing: false })
    expect(begun({ position: 2, playing: false }, 3)).toEqual({ position: 2, playing: true })
  })

  it('begins anew from the end, and plays nothing where there is one step', () => {
    expect(begun({ position: 3, playing: false }, 3)).toEqual({ position: 0, playing: true })
    expect(begun({ position: 0, playing: false }, 0)).toEqual({ position: 0, playing: false })
  })
})
