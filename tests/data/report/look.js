"use strict";
// Looks into each frame once it is loaded and says in the list what is wrong there.
addEventListener("load", () => {
  for (const frame of document.querySelectorAll("iframe")) {
    const page = frame.contentDocument, root = page.documentElement, faults = [];
    if (root.scrollWidth > root.clientWidth) faults.push("is " + root.scrollWidth + " wide");
    const requests = frame.contentWindow.performance.getEntriesByType("resource");
    for (const request of requests) faults.push("asks for " + request.name);
    for (const picture of page.querySelectorAll("svg")) {
      const edge = picture.getBoundingClientRect(), texts = [...picture.querySelectorAll("text")];
      const boxes = texts.map(text => [text.getBoundingClientRect(), text.textContent]);
      boxes.forEach(([a, words], i) => {
        if (a.left < edge.left - 1 || a.right > edge.right + 1 || a.bottom > edge.bottom + 1)
          faults.push("cuts " + words);
        // Line boxes may touch by a little; letters do not.
        for (const [b, others] of boxes.slice(i + 1))
          if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 4 && b.top < a.bottom - 4)
            faults.push(words + " lies on " + others);
      });
    }
    const item = document.createElement("li");
    item.textContent = frame.clientWidth + " " + (faults.slice(0, 5).join("; ") || "fine");
    document.querySelector("ul").append(item);
  }
});
