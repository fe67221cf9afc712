import { useEffect, useRef, useState } from 'react'
import { classes } from '../ui/index.ts'
import { useLecture } from './lecture.ts'
import styles from './PointerRing.module.css'

/** A large ring at the mouse or the finger, that an audience sees: while Shift is held, or as long as it is on. */
export function PointerRing() {
  const on = useLecture(({ ring }) => ring)
  const [held, setHeld] = useState(false)
  const [known, setKnown] = useState(false)
  const ring = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const move = ({ clientX, clientY }: PointerEvent): void => {
      setKnown(true)
      const element = ring.current
      if (element !== null) element.style.transform = `translate(${clientX}px, ${clientY}px)`
    }
    addEventListener('pointermove', move, { signal, passive: true })
    addEventListener('pointerdown', move, { signal, passive: true })
    addEventListener('keydown', ({ key }) => key === 'Shift' && setHeld(true), { signal })
    addEventListener('keyup', ({ key }) => key === 'Shift' && setHeld(false), { signal })
    addEventListener('blur', () => setHeld(false), { signal })
    return () => listening.abort()
  }, [])
  return (
    <div
      ref={ring}
      className={classes(styles.ring, known && (on || held) && styles.shown)}
      data-pointer-ring=""
      aria-hidden="true"
    />
  )
}
