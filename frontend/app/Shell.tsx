import { Classes } from '@blueprintjs/core';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { askedVerbAtom } from '../booking/asked-verb.atoms.js';
import { TentativeNotices } from '../booking/tentative/TentativeNotices.js';
import { askedTentativeAtom } from '../booking/tentative/tentative.js';
import { WaitingNotices } from '../booking/waiting/WaitingNotices.js';
import { askedWaitingAtom } from '../booking/waiting/waiting.js';
import { openCardAtom } from '../guest-card/guest-card.js';
import { askedRegisterAtom } from '../guest-register/register.js';
import { receiptBookingAtom } from '../payment/receipt.js';
import { closePanel, panelAtom } from '../shared/open-panel.js';
import { themeAtom } from '../shared/preferences.js';
import { printingAtom } from '../shared/printing.js';
import { SCREENS } from '../shared/screens.js';
import { useValue } from '../shared/store.js';
import { lazyPart } from '../shared/ui/fetch-code.js';
import { SignInDialog } from '../sign-in/SignInDialog.js';
import { SignInNotice } from '../sign-in/SignInNotice.js';
import { UndoPlace } from '../undo/UndoButtons.js';
import { LineDown } from './LineDown.js';
import { LoadingOverlay } from './LoadingOverlay.js';
import { MessageDialog } from './MessageDialog.js';
import { NewVersion } from './NewVersion.js';
import { PreparingBand } from './Preparing.js';
import { TooltipHost } from './TooltipHost.js';
import { TopBar } from './TopBar.js';

const ReceiptDialog = lazyPart(async () => (await import('../payment/ReceiptDialog.js')).ReceiptDialog);
const GuestCardDialog = lazyPart(
  async () => (await import('../guest-card/GuestCardDialog.js')).GuestCardDialog,
);
const RegisterDialog = lazyPart(
  async () => (await import('../guest-register/RegisterDialog.js')).RegisterDialog,
);
const VerbDialog = lazyPart(async () => (await import('../booking/VerbQuestion.js')).VerbDialog);
const TentativeDialog = lazyPart(
  async () => (await import('../booking/tentative/TentativeDialog.js')).TentativeDialog,
);
const WaitingDialog = lazyPart(
  async () => (await import('../booking/waiting/WaitingDialog.js')).WaitingDialog,
);
const BookingPanel = lazyPart(async () => (await import('../booking-panel/BookingPanel.js')).BookingPanel);

/** The panel of a booking beside every screen but 予約登録, where the form is at its place. */
function PanelPlace() {
  const target = useValue(panelAtom);
  const isInForm = useLocation().pathname.startsWith(SCREENS.registration.path);
  useEffect(() => {
    if (isInForm) closePanel();
  }, [isInForm]);
  if (target === null || isInForm) return null;
  return (
    <Suspense>
      <BookingPanel target={target} />
    </Suspense>
  );
}

/** The question about a booking that rows, menus and the form ask. */
function QuestionPlace() {
  if (useValue(askedVerbAtom) === null) return null;
  return (
    <Suspense>
      <VerbDialog />
    </Suspense>
  );
}

/** The dialog of a 仮予約, which the calendar, notices and フロント open. */
function TentativePlace() {
  const asked = useValue(askedTentativeAtom);
  if (asked === null) return null;
  return (
    <Suspense>
      <TentativeDialog key={asked.key} asked={asked} />
    </Suspense>
  );
}

/** The waiting list, which notices, フロント, 部屋検索 and a key open. */
function WaitingPlace() {
  const asked = useValue(askedWaitingAtom);
  if (asked === null) return null;
  return (
    <Suspense>
      <WaitingDialog key={asked.key} asked={asked} />
    </Suspense>
  );
}

/** The card of a guest that is open. */
function GuestCardPlace() {
  if (useValue(openCardAtom) === null) return null;
  return (
    <Suspense>
      <GuestCardDialog />
    </Suspense>
  );
}

/** The register of guests that is open. */
function RegisterPlace() {
  if (useValue(askedRegisterAtom) === null) return null;
  return (
    <Suspense>
      <RegisterDialog />
    </Suspense>
  );
}

/** Draws the frame of every screen. */
export function Shell() {
  const theme = useValue(themeAtom);
  const printing = useValue(printingAtom);
  const hasReceipt = useValue(receiptBookingAtom) !== null;
  useLayoutEffect(() => {
    document.body.classList.add(`${Classes.getClassNamespace()}-body`);
    document.body.classList.toggle(Classes.DARK, theme === 'dark' && !printing);
    document.documentElement.style.colorScheme = printing ? 'light' : theme;
  }, [theme, printing]);
  return (
    <>
      <div className="shell vertical">
        <TopBar />
        <LineDown />
        <NewVersion />
        <TentativeNotices />
        <WaitingNotices />
        <PreparingBand />
        <div className="shell-body">
          <main>
            <Outlet />
            <TooltipHost />
            <UndoPlace />
          </main>
          <PanelPlace />
        </div>
      </div>
      {hasReceipt && (
        <Suspense>
          <ReceiptDialog />
        </Suspense>
      )}
      <QuestionPlace />
      <TentativePlace />
      <WaitingPlace />
      <RegisterPlace />
      <GuestCardPlace />
      <MessageDialog />
      <LoadingOverlay />
      <SignInNotice />
      <SignInDialog />
    </>
  );
}
