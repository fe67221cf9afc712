import { useState } from 'react'
import { TextField } from '../../ui/index.ts'
import styles from './HandOut.module.css'
import { isOnlyHere, roomAddress } from './room-address.ts'

const KEY = 'authz-playground/room-address'

/** The address of this page that others can open. */
export interface PublicAddress {
  /** Undefined until a person types it, where only this machine reaches the page. */
  readonly address: string | undefined
  /** Only this machine reaches the page, so a person has to say how others do. */
  readonly asks: boolean
  readonly typed: string
  readonly problem: string | undefined
  type(text: string): void
}

/** The address of the page for others. What a person types is kept in the browser. */
export function usePublicAddress(): PublicAddress {
  const [typed, setTyped] = useState(kept)
  const page = new URL(location.href)
  const asks = isOnlyHere(page)
  const read = roomAddress(typed, page)
  return {
    address: !asks ? page.href : 'address' in read ? read.address : undefined,
    asks,
    typed,
    problem: typed !== '' && 'problem' in read ? read.problem : undefined,
    type(text) {
      setTyped(text)
      try {
        localStorage.setItem(KEY, text)
      } catch {
        // Without storage it is typed again the next time.
      }
    },
  }
}

function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Asks for the address of this machine, where the page is open under one that only this machine reaches. */
export function RoomAddressField({ of: { asks, typed, problem, type } }: { readonly of: PublicAddress }) {
  if (!asks) return null
  return (
    <div className={styles.address}>
      <p className={styles.note}>
        This page is open at <code>{location.host}</code>, which only this machine reaches. Phones need the address of
        this machine in the network of the room, and a server that listens there: <code>--host 0.0.0.0</code>.
      </p>
      <TextField
        label="The address of this machine"
        placeholder="192.168.0.10"
        value={typed}
        problem={problem}
        onChange={type}
      />
    </div>
  )
}
