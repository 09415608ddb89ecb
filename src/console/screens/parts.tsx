import { useState } from 'preact/hooks';
import { Avatar } from '../parts/avatar.tsx';
import { Chart } from '../parts/chart.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { choice, Filters } from '../parts/filters.tsx';
import { FormDialog } from '../parts/form-dialog.tsx';
import { Head } from '../parts/head.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { ICON_PATHS } from '../parts/icon-paths.ts';
import { Meter } from '../parts/meter.tsx';
import { Popover } from '../parts/popover.tsx';
import { Empty, Failure, Loading } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { say } from '../parts/toasts.tsx';

const LOOKS = ['', 'good', 'warn', 'bad', 'here'] as const;
const POINTS = [2, 5, 4, 9, 14, 20, 26, 25, 33, 41].map((value, n) => ({
  time: `${n + 1} May`,
  value,
}));

/** Every part in every state, for developers and for the test that photographs them. In development only. */
export function Parts() {
  const [opened, setOpened] = useState<'dialog' | 'sheet'>();
  const close = () => setOpened(undefined);
  return (
    <main class="page">
      <Head title="Parts" about="In every state" others={[<Plain key="other" />]}>
        <button type="button" class="btn primary">
          {'Add'}
        </button>
      </Head>
      <section class="stack">
        <h2>{'Controls'}</h2>
        <Buttons isDisabled={false} />
        <Buttons isDisabled />
        <div class="row">
          <div class="seg">
            <button type="button" aria-pressed>
              {'Thu, Mar 18'}
            </button>
            <button type="button" aria-pressed={false}>
              {'Fri, Mar 19'}
            </button>
          </div>
          <button type="button" class="chip" aria-pressed={false}>
            {'Not arrived'}
          </button>
          <Popover class="btn" button={<Icon name="ellipsis" />} label="More">
            <ul>
              <li>
                <button type="button">{'Edit'}</button>
              </li>
            </ul>
          </Popover>
          <kbd>{'Ctrl K'}</kbd>
        </div>
        <Filters
          search={{ label: 'Name or company' }}
          filters={[
            choice({ name: 'ticket', label: 'Ticket', values: ['', 'press'], text: String }),
            { name: 'from', label: 'From', type: 'date' },
          ]}
          sort={choice({
            name: 'sort',
            label: 'Order',
            values: ['', 'name'],
            text: (one) => (one ? 'By name' : 'Newest first'),
          })}
          tabs={{
            label: 'Tabs',
            name: 'status',
            chosen: 'all',
            tabs: [
              { value: 'all', text: 'Everyone', count: 640 },
              { value: 'waitlist', text: 'Waitlist', count: 9 },
            ],
          }}
        />
        <Fields />
      </section>
      <section class="stack">
        <h2>{'What is shown'}</h2>
        <div class="row">
          {LOOKS.map((look) => (
            <span key={look} class={`tag ${look}`}>
              <Icon name="clock" />
              {look || 'plain'}
            </span>
          ))}
          <span class="count now">{17}</span>
          <Avatar name="Noor Haddad" photo_url={null} />
          <span class="tile letters now">{'HS'}</span>
        </div>
        {LOOKS.map((look) => (
          <p key={look} class={`note ${look}`}>
            <Icon name="info" />
            {'Quay 1 is free then, and Jonas Lindqvist too.'}
          </p>
        ))}
        <Meter value={331} max={412} />
        <Meter value={204} max={180} />
        <Listed />
        <div class="split">
          <Chart
            title="Registrations"
            message="41 are registered."
            kind="line"
            points={POINTS}
            unit="Registered"
            last="41 now"
          />
          <Chart
            title="Arrivals"
            message="41 have arrived."
            kind="columns"
            points={POINTS}
            unit="Arrived"
            last="41 now"
          />
        </div>
      </section>
      <section class="stack">
        <h2>{'States'}</h2>
        <div class="split">
          <Loading />
          <Empty title="No events." />
          <Failure error={new Error('parts')} again={() => {}} />
        </div>
      </section>
      <section class="stack">
        <h2>{'Above the page'}</h2>
        <div class="row">
          <button type="button" class="btn" onClick={() => setOpened('dialog')}>
            {'Dialog'}
          </button>
          <button type="button" class="btn" onClick={() => setOpened('sheet')}>
            {'Sheet'}
          </button>
          <button type="button" class="btn" onClick={() => say('Moved to 11:30.', () => {})}>
            {'Toast'}
          </button>
        </div>
        <div class="bulk">
          <strong>{'3 chosen'}</strong>
          <button type="button" class="btn">
            <Icon name="send" />
            {'Write'}
          </button>
        </div>
      </section>
      <section>
        <h2>{'Icons'}</h2>
        <ul class="row">
          {(Object.keys(ICON_PATHS) as IconName[]).map((name) => (
            <li key={name} title={name}>
              <Icon name={name} />
            </li>
          ))}
        </ul>
      </section>
      {opened === 'dialog' && (
        <Dialog title="Delete “Calm interfaces”?" close={close}>
          <p>{'Three people have it in their agenda.'}</p>
          <div class="buttons">
            <button type="button" class="btn" onClick={close}>
              {'Cancel'}
            </button>
            <button type="button" class="btn bad" onClick={close}>
              {'Delete'}
            </button>
          </div>
        </Dialog>
      )}
      {opened === 'sheet' && (
        <FormDialog title="Calm interfaces" close={close} submit="Save" send={close}>
          <Fields />
        </FormDialog>
      )}
    </main>
  );
}

const Plain = () => (
  <button type="button" class="btn">
    {'Export'}
  </button>
);

const Buttons = ({ isDisabled }: { isDisabled: boolean }) => (
  <div class="row">
    {['primary', '', 'quiet', 'bad'].map((kind) => (
      <button key={kind} type="button" class={`btn ${kind}`} disabled={isDisabled}>
        <Icon name="plus" />
        {kind || 'plain'}
      </button>
    ))}
    <button type="button" class="btn only" aria-label="Close" disabled={isDisabled}>
      <Icon name="x" />
    </button>
  </div>
);

const Fields = () => (
  <>
    <label class="field">
      {'Title'}
      <input name="title" value="Calm interfaces" />
    </label>
    <label class="field">
      {'Room'}
      <select name="room">
        <option>{'Quay 1'}</option>
      </select>
      <small>{'was Quay 2'}</small>
    </label>
    <label class="field">
      {'Text'}
      <textarea name="text" aria-invalid />
      <small class="problem">{'Expected some words.'}</small>
    </label>
    <label class="field">
      {'Web page'}
      <input name="url" placeholder="https://" />
    </label>
    <label class="check">
      <input type="checkbox" checked />
      {'Notify 3 people'}
    </label>
  </>
);

const Listed = () => (
  <>
    <Table label="Attendees" head={['Name', 'Status', { number: 'Points' }]}>
      <tr>
        <th scope="row">{'Noor Haddad'}</th>
        <td>
          <span class="tag good">{'Arrived'}</span>
        </td>
        <td class="number">{30}</td>
      </tr>
    </Table>
    <ul class="rows">
      <li class="line">
        <span class="tile warn">
          <Icon name="badge-check" />
        </span>
        <span class="grow">
          <strong>{'12 proofs wait for review'}</strong>
          <small>{'The oldest since Tuesday'}</small>
        </span>
        <button type="button" class="btn">
          {'Review'}
        </button>
      </li>
    </ul>
  </>
);
