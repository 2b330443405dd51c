// The code that other machines need: it is exchanged for a cookie.

const element = (id) => document.getElementById(id);

const NEEDED = "other machines need the code that cubesolve serve shows";

// While the code is entered, for all requests that wait for it.
let entering;

// Whether the user has closed the form: then it does not open again.
let isClosed = false;

// Sends a code to the server; the result is the status of the response, or undefined without one.
let send;

// Enters the code of the link that a phone has scanned, or has the user enter it.
export function enter(sender) {
  send = sender;
  if (isClosed) return Promise.reject(new Error(NEEDED));
  entering ??= enterScanned().then((isEntered) => isEntered || ask()).finally(() => (entering = undefined));
  return entering;
}

// What is wrong with a code; nothing if it was right.
async function trouble(code) {
  const status = await send(code);
  if (status === 200) return "";
  if (status === 429) return "Please wait a second before you try again.";
  if (status === undefined) return "The server does not answer.";
  return "This is not the code. Each one is valid once: the terminal shows the newest.";
}

async function enterScanned() {
  const scanned = new URLSearchParams(location.search).get("code");
  if (scanned === null) return false;
  history.replaceState(history.state, "", `${location.pathname}${location.hash}`);
  return (await trouble(scanned)) === "";
}

// Shows the form until the code is right or the form is closed. Then a button loads the page again, for
// another try.
function ask() {
  const form = element("code-form");
  form.showModal();
  return new Promise((resolve, reject) => {
    let isRight = false;
    element("code-enter").onclick = async () => {
      const text = await trouble(element("code").value);
      element("code-error").textContent = text;
      isRight = text === "";
      if (isRight) form.close();
      else element("code").select();
    };
    element("code").onkeydown = ({ key }) => {
      if (key === "Enter") element("code-enter").click();
    };
    form.onclose = () => {
      isClosed = !isRight;
      element("locked").hidden = isRight;
      element("unlock").onclick = () => location.reload();
      if (isRight) resolve();
      else reject(new Error(NEEDED));
    };
  });
}
