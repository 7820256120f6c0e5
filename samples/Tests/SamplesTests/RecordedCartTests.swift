// swift-format-ignore-file
// Made of a recorded run by `fluxtape export --to swift-test`.

import FluxtapeReplay
import ShopStores
import Testing

struct RecordedCartTests {
  @Test func `the reducers do what was recorded`() throws {
    let recording = try Self.recording()
    try recording.replay("cart") { (state: inout CartState, action: ShopAction) in cartReducer(&state, action) }
  }

  /// States that the stores start from, actions, and what they changed.
  private static func recording() throws -> Recording {
    try Recording(
      log: #"""
        {"fluxtape":1}
        {"t":0,"store":"cart","type":"@@STATE","state":{"items":[],"total":0,"note":"","checkout":{"idle":{}},"orders":[]}}
        {"seq":1,"t":1,"store":"cart","type":"cart.itemAdded","case":"cart.itemAdded","payload":{"_0":{"id":"p1","name":"抹茶茶碗","price":4800},"qty":1},"patch":[{"op":"add","path":"/items/0","value":{"id":"p1","name":"抹茶茶碗","price":4800,"qty":1}},{"op":"replace","path":"/total","value":4800}]}
        {"seq":2,"t":2,"store":"cart","type":"cart.itemAdded","case":"cart.itemAdded","payload":{"_0":{"id":"p3","name":"製品3","price":1200},"qty":1},"patch":[{"op":"add","path":"/items/1","value":{"id":"p3","name":"製品3","price":1200,"qty":1}},{"op":"replace","path":"/total","value":6000}]}
        {"seq":3,"t":3,"store":"cart","type":"cart.itemAdded","case":"cart.itemAdded","payload":{"_0":{"id":"p7","name":"製品7","price":300},"qty":1},"patch":[{"op":"add","path":"/items/2","value":{"id":"p7","name":"製品7","price":300,"qty":1}},{"op":"replace","path":"/total","value":6300}]}
        {"seq":4,"t":4,"store":"cart","type":"cart.qtyChanged","case":"cart.qtyChanged","payload":{"id":"p7","qty":2},"patch":[{"op":"replace","path":"/items/2/qty","value":2},{"op":"replace","path":"/total","value":6600}]}
        {"seq":5,"t":5,"store":"cart","type":"cart.qtyChanged","case":"cart.qtyChanged","payload":{"id":"p1","qty":2},"patch":[{"op":"replace","path":"/items/0/qty","value":2},{"op":"replace","path":"/total","value":11400}]}
        {"seq":6,"t":6,"store":"cart","type":"cart.qtyChanged","case":"cart.qtyChanged","payload":{"id":"p1","qty":1},"patch":[{"op":"replace","path":"/items/0/qty","value":1},{"op":"replace","path":"/total","value":6600}]}
        {"seq":7,"t":7,"store":"cart","type":"cart.qtyChanged","case":"cart.qtyChanged","payload":{"id":"p1","qty":1},"patch":[]}
        {"seq":8,"t":8,"store":"cart","type":"cart.itemAdded","case":"cart.itemAdded","payload":{"_0":{"id":"p2","name":"Notebook, A5","price":640},"qty":1},"patch":[{"op":"add","path":"/items/3","value":{"id":"p2","name":"Notebook, A5","price":640,"qty":1}},{"op":"replace","path":"/total","value":7240}]}
        {"seq":9,"t":9,"store":"cart","type":"cart.itemRemoved","case":"cart.itemRemoved","payload":{"id":"p2"},"patch":[{"op":"remove","path":"/items/3"},{"op":"replace","path":"/total","value":6600}]}
        {"seq":10,"t":10,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギ"},"patch":[{"op":"replace","path":"/note","value":"ギ"}]}
        {"seq":11,"t":11,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフ"},"patch":[{"op":"replace","path":"/note","value":"ギフ"}]}
        {"seq":12,"t":12,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト"},"patch":[{"op":"replace","path":"/note","value":"ギフト"}]}
        {"seq":13,"t":13,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包"},"patch":[{"op":"replace","path":"/note","value":"ギフト包"}]}
        {"seq":14,"t":14,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装"}]}
        {"seq":15,"t":15,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装を"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装を"}]}
        {"seq":16,"t":16,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装をお"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装をお"}]}
        {"seq":17,"t":17,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装をお願"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装をお願"}]}
        {"seq":18,"t":18,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装をお願い"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装をお願い"}]}
        {"seq":19,"t":19,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装をお願いし"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装をお願いし"}]}
        {"seq":20,"t":20,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装をお願いしま"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装をお願いしま"}]}
        {"seq":21,"t":21,"store":"cart","type":"cart.noteChanged","case":"cart.noteChanged","payload":{"_0":"ギフト包装をお願いします"},"patch":[{"op":"replace","path":"/note","value":"ギフト包装をお願いします"}]}
        {"seq":22,"t":22,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-1","attempt":1},"patch":[{"op":"remove","path":"/checkout/idle"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-1","attempt":1}}]}
        {"t":22,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p1","name":"抹茶茶碗","price":4800,"qty":1},{"id":"p3","name":"製品3","price":1200,"qty":1},{"id":"p7","name":"製品7","price":300,"qty":2}],"total":6600,"note":"ギフト包装をお願いします","checkout":{"reserved":{"order":"o-1","attempt":1}},"orders":[]}}
        {"seq":23,"t":23,"store":"cart","type":"cart.checkoutFailed","case":"cart.checkoutFailed","payload":{"order":"o-1","reason":"the payment was not answered in time"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/failed","value":{"reason":"the payment was not answered in time"}}]}
        {"seq":24,"t":24,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-1","attempt":2},"patch":[{"op":"remove","path":"/checkout/failed"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-1","attempt":2}}]}
        {"t":24,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p1","name":"抹茶茶碗","price":4800,"qty":1},{"id":"p3","name":"製品3","price":1200,"qty":1},{"id":"p7","name":"製品7","price":300,"qty":2}],"total":6600,"note":"ギフト包装をお願いします","checkout":{"reserved":{"order":"o-1","attempt":2}},"orders":[]}}
        {"seq":25,"t":25,"store":"cart","type":"cart.checkoutSucceeded","case":"cart.checkoutSucceeded","payload":{"order":"o-1"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/done","value":{"order":"o-1"}},{"op":"add","path":"/orders/0","value":"o-1"}]}
        {"t":25,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p5","name":"Café crème","price":560,"qty":6}],"total":2860,"note":"two bags, please","checkout":{"idle":{}},"orders":["o-1"],"coupon":{"code":"WELCOME","discount":500}}}
        {"seq":26,"t":26,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-2","attempt":1},"patch":[{"op":"remove","path":"/checkout/idle"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-2","attempt":1}}]}
        {"t":26,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p5","name":"Café crème","price":560,"qty":6}],"total":2860,"note":"two bags, please","checkout":{"reserved":{"order":"o-2","attempt":1}},"orders":["o-1"],"coupon":{"code":"WELCOME","discount":500}}}
        {"seq":27,"t":27,"store":"cart","type":"cart.checkoutSucceeded","case":"cart.checkoutSucceeded","payload":{"order":"o-2"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/done","value":{"order":"o-2"}},{"op":"add","path":"/orders/1","value":"o-2"}]}
        {"t":27,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p4","name":"万年筆インク（藍）","price":1980,"qty":1},{"id":"p8","name":"手ぬぐい","price":880,"qty":3}],"total":4620,"note":"","checkout":{"idle":{}},"orders":["o-1","o-2"]}}
        {"seq":28,"t":28,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-3","attempt":1},"patch":[{"op":"remove","path":"/checkout/idle"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-3","attempt":1}}]}
        {"t":28,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p4","name":"万年筆インク（藍）","price":1980,"qty":1},{"id":"p8","name":"手ぬぐい","price":880,"qty":3}],"total":4620,"note":"","checkout":{"reserved":{"order":"o-3","attempt":1}},"orders":["o-1","o-2"]}}
        {"seq":29,"t":29,"store":"cart","type":"cart.checkoutSucceeded","case":"cart.checkoutSucceeded","payload":{"order":"o-3"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/done","value":{"order":"o-3"}},{"op":"add","path":"/orders/2","value":"o-3"}]}
        {"t":29,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p2","name":"Notebook, A5","price":640,"qty":4},{"id":"p6","name":"风铃 🎐","price":2300,"qty":1},{"id":"p7","name":"製品7","price":300,"qty":1}],"total":4860,"note":"ring the bell 🎐 twice","checkout":{"idle":{}},"orders":["o-1","o-2","o-3"],"coupon":{"code":"風鈴300","discount":300}}}
        {"seq":30,"t":30,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-4","attempt":1},"patch":[{"op":"remove","path":"/checkout/idle"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-4","attempt":1}}]}
        {"t":30,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p2","name":"Notebook, A5","price":640,"qty":4},{"id":"p6","name":"风铃 🎐","price":2300,"qty":1},{"id":"p7","name":"製品7","price":300,"qty":1}],"total":4860,"note":"ring the bell 🎐 twice","checkout":{"reserved":{"order":"o-4","attempt":1}},"orders":["o-1","o-2","o-3"],"coupon":{"code":"風鈴300","discount":300}}}
        {"seq":31,"t":31,"store":"cart","type":"cart.checkoutFailed","case":"cart.checkoutFailed","payload":{"order":"o-4","reason":"the payment was not answered in time"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/failed","value":{"reason":"the payment was not answered in time"}}]}
        {"seq":32,"t":32,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-4","attempt":2},"patch":[{"op":"remove","path":"/checkout/failed"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-4","attempt":2}}]}
        {"t":32,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p2","name":"Notebook, A5","price":640,"qty":4},{"id":"p6","name":"风铃 🎐","price":2300,"qty":1},{"id":"p7","name":"製品7","price":300,"qty":1}],"total":4860,"note":"ring the bell 🎐 twice","checkout":{"reserved":{"order":"o-4","attempt":2}},"orders":["o-1","o-2","o-3"],"coupon":{"code":"風鈴300","discount":300}}}
        {"seq":33,"t":33,"store":"cart","type":"cart.checkoutSucceeded","case":"cart.checkoutSucceeded","payload":{"order":"o-4"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/done","value":{"order":"o-4"}},{"op":"add","path":"/orders/3","value":"o-4"}]}
        {"t":33,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p3","name":"製品3","price":1200,"qty":2},{"id":"p8","name":"手ぬぐい","price":880,"qty":1}],"total":3280,"note":"玄関前に置いてください","checkout":{"idle":{}},"orders":["o-1","o-2","o-3","o-4"]}}
        {"seq":34,"t":34,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-5","attempt":1},"patch":[{"op":"remove","path":"/checkout/idle"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-5","attempt":1}}]}
        {"t":34,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p3","name":"製品3","price":1200,"qty":2},{"id":"p8","name":"手ぬぐい","price":880,"qty":1}],"total":3280,"note":"玄関前に置いてください","checkout":{"reserved":{"order":"o-5","attempt":1}},"orders":["o-1","o-2","o-3","o-4"]}}
        {"seq":35,"t":35,"store":"cart","type":"cart.checkoutSucceeded","case":"cart.checkoutSucceeded","payload":{"order":"o-5"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/done","value":{"order":"o-5"}},{"op":"add","path":"/orders/4","value":"o-5"}]}
        {"t":35,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p2","name":"Notebook, A5","price":640,"qty":3},{"id":"p5","name":"Café crème","price":560,"qty":2}],"total":2940,"note":"same as last time","checkout":{"idle":{}},"orders":["o-1","o-2","o-3","o-4","o-5"],"coupon":{"code":"THANKS","discount":100}}}
        {"seq":36,"t":36,"store":"cart","type":"cart.checkout","case":"cart.checkout","payload":{"order":"o-6","attempt":1},"patch":[{"op":"remove","path":"/checkout/idle"},{"op":"add","path":"/checkout/submitting","value":{"order":"o-6","attempt":1}}]}
        {"t":36,"store":"cart","type":"@@STATE","state":{"items":[{"id":"p2","name":"Notebook, A5","price":640,"qty":3},{"id":"p5","name":"Café crème","price":560,"qty":2}],"total":2940,"note":"same as last time","checkout":{"reserved":{"order":"o-6","attempt":1}},"orders":["o-1","o-2","o-3","o-4","o-5"],"coupon":{"code":"THANKS","discount":100}}}
        {"seq":37,"t":37,"store":"cart","type":"cart.checkoutSucceeded","case":"cart.checkoutSucceeded","payload":{"order":"o-6"},"patch":[{"op":"remove","path":"/checkout/reserved"},{"op":"add","path":"/checkout/done","value":{"order":"o-6"}},{"op":"add","path":"/orders/5","value":"o-6"}]}

        """#)
  }
}
