import { Button } from './Button.tsx'
import styles from './Notices.module.css'
import { dismissNotice, useNotices } from './notices.ts'

/**
 * Notices about the page itself, between header and panes. A dialog shows them, too, because nothing outside of it can
 * be reached. It takes no room when there are none.
 */
export function Notices() {
  const notices = useNotices()
  return (
    <div role="alert" className={styles.notices}>
      {notices.map((notice) => (
        <p key={notice.words} className={styles.notice}>
          <span>{notice.words}</span>
          {notice.tryAgain && (
            <>
              <Button
                onClick={() => {
                  dismissNotice(notice)
                  notice.tryAgain?.()
                }}
              >
                Try again
              </Button>
              <Button look="quiet" onClick={() => location.reload()}>
                Reload the page
              </Button>
            </>
          )}
          {notice.choice && (
            <Button
              onClick={() => {
                dismissNotice(notice)
                notice.choice?.act()
              }}
            >
              {notice.choice.label}
            </Button>
          )}
          <Button look="quiet" onClick={() => dismissNotice(notice)}>
            Dismiss
          </Button>
        </p>
      ))}
    </div>
  )
}
