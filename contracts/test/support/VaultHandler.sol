// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ICausewayVault} from "../../src/interfaces/ICausewayVault.sol";
import {ReentrantAccount} from "./Recipients.sol";
import {VaultModel} from "./VaultModel.sol";

/// @dev Calls a vault at random, in every role and at any time. The model predicts whether the owner's and the guardian's
/// calls succeed. Most calls come from the account that may make them.
contract VaultHandler is VaultModel {
    uint256 private constant EXECUTION_PERIOD = 7 days;

    enum Kind {
        SetCap,
        Withdraw,
        AddPayer,
        SetGuardian,
        SetOwner
    }

    struct Action {
        Kind kind;
        address token;
        address who;
        uint112 low;
        uint112 high;
        bytes data;
    }

    Action[] private _actions;
    mapping(bytes32 actionHash => bool) private _isKnown;
    mapping(address who => bool) private _isRemovedPayer;

    function wait(uint256 time) external {
        vm.warp(block.timestamp + within(time, 1, WINDOW));
    }

    function pay(uint256 input) external {
        uint256 seed = _hash(input);
        ICausewayVault.Payment memory payment = _payment(seed, 0);
        address caller = _somePayer(seed);
        (bool possible, bool certain) = _predict(payment);
        possible = possible && isPayer[caller] && !paused;
        (bool done,, uint256 payments) =
            act(caller, abi.encodeCall(vault.pay, (payment.id, payment.token, payment.to, payment.amount)));
        vm.assertEq(payments, done ? 1 : 0, "one event for a payment");
        vm.assertEq(done, possible && (certain || done), "pay");
    }

    function payWithGas(uint256 input) external {
        uint256 seed = _hash(input);
        ICausewayVault.Payment memory payment = _payment(seed, 0);
        uint256 gas = (seed >> 48) % 6_000 * 2;
        address caller = _somePayer(seed >> 8);
        (bool possible, bool certain) = _predict(payment);
        (bool gasPossible,) =
            _predict(ICausewayVault.Payment({id: payment.id, token: address(0), to: payment.to, amount: gas}));
        // `certain` excludes the reentrant account, which may spend the native token in between.
        possible = possible && gasPossible && payment.token != address(0) && isPayer[caller] && !paused;
        bytes memory data =
            abi.encodeCall(vault.payWithGas, (payment.id, payment.token, payment.to, payment.amount, gas));
        gasOfId = payment.id;
        (bool done,, uint256 payments) = act(caller, data);
        gasOfId = NO_ID;
        vm.assertEq(payments, done ? 2 : 0, "an event for the token and one for its gas");
        vm.assertEq(done, possible && (certain || done), "payWithGas");
    }

    function payBatch(uint256 input) external {
        uint256 seed = _hash(input);
        ICausewayVault.Payment[] memory batch = new ICausewayVault.Payment[](seed % 8);
        for (uint256 i; i < batch.length; ++i) {
            batch[i] = _payment(_hash(seed + i), 0);
        }
        address caller = _somePayer(seed >> 8);
        (bool done, bytes memory result, uint256 payments) = act(caller, abi.encodeCall(vault.payBatch, (batch)));
        vm.assertEq(done, isPayer[caller] && !paused, "payBatch");
        if (!done) return;
        bool[] memory paid = abi.decode(result, (bool[]));
        for (uint256 i; i < paid.length; ++i) {
            if (paid[i]) --payments;
            vm.assertEq(!paid[i] || vault.isPaid(batch[i].id), true, "reported without a record");
        }
        vm.assertEq(payments, 0, "one event for every payment reported");
    }

    function planReentrantCall(uint256 input) external {
        uint256 seed = _hash(input);
        ICausewayVault.Payment memory payment = _payment(seed, 1);
        uint256 gas = (seed >> 48) % 6_000 * 2 + 1;
        bool withGas = (seed >> 128) % 2 == 0;
        reentrant.plan(
            ReentrantAccount.Trigger.AfterReceiving,
            address(vault),
            0,
            withGas
                ? abi.encodeCall(vault.payWithGas, (payment.id, payment.token, payment.to, payment.amount, gas))
                : abi.encodeCall(vault.pay, (payment.id, payment.token, payment.to, payment.amount))
        );
        reentrantGasOfId = withGas ? payment.id : NO_ID;
    }

    function schedule(uint256 input) external {
        uint256 seed = _hash(input);
        Action memory action = seed % 4 == 0 && _actions.length > 0 ? _someAction(seed >> 8) : _newAction(seed >> 8);
        uint256 ready = readyAt(action.data);
        address caller = _mostly(owner, seed >> 192);
        bool expected = caller == owner && (ready == 0 || block.timestamp >= ready + EXECUTION_PERIOD);
        if (!_call(caller, abi.encodeCall(vault.schedule, (action.data)), expected, "schedule")) return;
        uint256 time = isApproved(action.data) ? 0 : action.kind == Kind.SetGuardian ? 2 * DELAY : DELAY;
        setReady(action.data, block.timestamp + time);
        _remember(action);
    }

    function approve(uint256 input) external {
        uint256 seed = _hash(input);
        Action memory action = seed % 4 != 0 && _actions.length > 0 ? _someAction(seed >> 8) : _newAction(seed >> 8);
        uint256 ready = readyAt(action.data);
        address caller = _mostly(guardian, seed >> 192);
        bytes memory data = abi.encodeCall(vault.approve, (action.data));
        if (!_call(caller, data, caller == guardian, "approve")) return;
        setApproved(action.data, block.timestamp + EXECUTION_PERIOD);
        if (ready != 0 && block.timestamp < ready + EXECUTION_PERIOD) setReady(action.data, block.timestamp);
        _remember(action);
    }

    function cancel(uint256 input) external {
        if (_actions.length == 0) return;
        uint256 seed = _hash(input);
        Action memory action = _someAction(seed);
        address caller = _mostly(seed >> 255 == 0 ? owner : guardian, seed >> 192);
        bool may = caller == guardian ? action.kind != Kind.SetGuardian : caller == owner && !isApproved(action.data);
        bool expected = may && (readyAt(action.data) != 0 || approvedUntil(action.data) != 0);
        if (_call(caller, abi.encodeCall(vault.cancel, (action.data)), expected, "cancel")) forget(action.data);
    }

    function cancelAll(uint256 input) external {
        uint256 seed = _hash(input);
        // Often enough to be tried, and seldom enough to leave actions to execute.
        if (seed % 4 != 0) return;
        address caller = _mostly(guardian, seed >> 192);
        if (!_call(caller, abi.encodeCall(vault.cancelAll, ()), caller == guardian, "cancelAll")) return;
        for (uint256 i; i < _actions.length; ++i) {
            if (_actions[i].kind != Kind.SetGuardian) forget(_actions[i].data);
        }
    }

    /// @dev Half of the calls come in the first or last second of the period, or right before or after it.
    function execute(uint256 input) external {
        if (_actions.length == 0) return;
        uint256 seed = _hash(input);
        Action memory action = _someAction(seed);
        uint256 ready = readyAt(action.data);
        uint256[4] memory edges =
            [ready - (ready == 0 ? 0 : 1), ready, ready + EXECUTION_PERIOD - 1, ready + EXECUTION_PERIOD];
        uint256 edge = edges[(seed >> 64) % 4];
        if ((seed >> 72) % 2 == 0 && edge > block.timestamp) vm.warp(edge);

        address executor = action.kind == Kind.SetOwner ? action.who : owner;
        address caller = _mostly(executor, seed >> 192);
        bool isTime = ready != 0 && block.timestamp >= ready && block.timestamp < ready + EXECUTION_PERIOD;
        bool isAllowed = !paused || action.kind == Kind.SetGuardian || isApproved(action.data);
        bool expected = isTime && isAllowed && caller == executor && _isPossible(action);
        (bool done,, uint256 payments) = act(caller, abi.encodeCall(vault.execute, (action.data)));
        vm.assertEq(payments, 0, "a payment without a payer");
        // The recipient or the token can refuse a withdrawal.
        if (action.kind == Kind.Withdraw) vm.assertEq(!done || expected, true, "withdraw");
        else vm.assertEq(done, expected, "execute");
        if (!done) return;
        forget(action.data);
        _apply(action);
    }

    /// @dev What takes effect at once: less power, and the end of a pause.
    function control(uint256 input) external {
        uint256 seed = _hash(input);
        address who = _anyAddress(seed >> 8);
        address caller = _mostly(seed % 8 == 0 ? guardian : owner, seed >> 192);
        if (seed % 8 == 0) {
            bool may = caller == owner || caller == guardian;
            if (_call(caller, abi.encodeCall(vault.pause, ()), may, "pause")) paused = true;
        } else if (seed % 8 < 5) {
            if (_call(caller, abi.encodeCall(vault.unpause, ()), caller == owner, "unpause")) paused = false;
        } else if (seed % 8 == 5) {
            bool may = caller == owner && isPayer[who];
            if (_call(caller, abi.encodeCall(vault.removePayer, (who)), may, "remove")) {
                isPayer[who] = false;
                _isRemovedPayer[who] = true;
            }
        } else {
            Action memory action = _newAction((seed >> 16) / 8 * 8);
            ICausewayVault.Cap memory cap = caps[action.token];
            bool lowers = action.low <= cap.perPayment && action.high <= cap.perWindow;
            bytes memory data = abi.encodeCall(vault.lowerCap, (action.token, action.low, action.high));
            if (_call(caller, data, lowers && caller == owner, "lowerCap")) _apply(action);
        }
    }

    /// @dev No account calls an action itself.
    function callAction(uint256 input) external {
        uint256 seed = _hash(input);
        _call(_mostly(owner, seed), _newAction(seed >> 8).data, false, "an action without a schedule");
    }

    function actionCount() external view returns (uint256) {
        return _actions.length;
    }

    function actionAt(uint256 index) external view returns (bytes memory) {
        return _actions[index].data;
    }

    function _call(address caller, bytes memory data, bool expected, string memory name) private returns (bool done) {
        (done,,) = act(caller, data);
        vm.assertEq(done, expected, name);
    }

    function _newAction(uint256 seed) private view returns (Action memory action) {
        action.kind = [
            Kind.SetCap,
            Kind.SetCap,
            Kind.Withdraw,
            Kind.AddPayer,
            Kind.AddPayer,
            Kind.SetGuardian,
            Kind.SetOwner,
            Kind.SetOwner
        ][seed % 8];
        // The vault does not notice what the other tokens do to a withdrawal.
        action.token = address(tokens[(seed >> 8) % (action.kind == Kind.Withdraw ? 4 : tokens.length)]);
        action.who = _anyAddress(seed >> 16);
        action.high = uint112((seed >> 24) % 40_001);
        action.low = action.high / 2;
        if (action.kind == Kind.SetCap) {
            action.data = abi.encodeCall(vault.setCap, (action.token, action.low, action.high));
        }
        if (action.kind == Kind.AddPayer) action.data = abi.encodeCall(vault.addPayer, (action.who));
        if (action.kind == Kind.SetGuardian) action.data = abi.encodeCall(vault.setGuardian, (action.who));
        if (action.kind == Kind.SetOwner) action.data = abi.encodeCall(vault.setOwner, (action.who));
        if (action.kind != Kind.Withdraw) return action;
        uint256 amount = (seed >> 64) % 16 == 0 ? type(uint256).max : action.high;
        action.data = abi.encodeCall(vault.withdraw, (action.token, action.who, amount));
    }

    function _isPossible(Action memory action) private view returns (bool) {
        bool isPlace = action.who != address(0) && action.who != address(vault);
        if (action.kind == Kind.SetCap) return true;
        if (action.kind == Kind.Withdraw) return isPlace;
        if (action.kind == Kind.AddPayer && _isRemovedPayer[action.who]) return false;
        return isPlace && action.who != owner && action.who != guardian && !isPayer[action.who];
    }

    function _remember(Action memory action) private {
        if (!_isKnown[keccak256(action.data)]) _actions.push(action);
        _isKnown[keccak256(action.data)] = true;
    }

    function _apply(Action memory action) private {
        if (action.kind == Kind.SetCap) caps[action.token] = ICausewayVault.Cap(action.low, action.high);
        if (action.kind == Kind.AddPayer) isPayer[action.who] = true;
        if (action.kind == Kind.SetGuardian) guardian = action.who;
        if (action.kind == Kind.SetOwner) owner = action.who;
        if (action.kind != Kind.SetOwner && action.kind != Kind.SetGuardian) return;
        for (uint256 i; i < _actions.length; ++i) {
            forget(_actions[i].data);
        }
    }

    function _payment(uint256 seed, uint256 oddity) private view returns (ICausewayVault.Payment memory) {
        return ICausewayVault.Payment({
            id: bytes32(seed % IDS),
            token: address(tokens[(seed >> 8) % tokens.length]),
            to: accounts[(seed >> 16) % accounts.length],
            amount: (seed >> 24) % 6_000 * 2 + oddity
        });
    }

    /// @dev It is not certain what the reentrant account and the gas burner do when they receive.
    function _predict(ICausewayVault.Payment memory payment) private view returns (bool possible, bool certain) {
        uint256 token;
        while (address(tokens[token]) != payment.token) ++token;
        uint256 funds = token == 0 ? address(vault).balance : tokens[token].balanceOf(address(vault));
        bool isRefused = (token == 0 && payment.to == accounts[7]) || (token == 2 && payment.to == accounts[6]);
        possible = token < 4 && !isRefused && timesPaid[payment.id] == 0 && payment.amount != 0
            && payment.amount <= caps[payment.token].perPayment && payment.amount <= funds
            && payment.amount <= vault.spendable(payment.token);
        certain = payment.to != address(reentrant) && payment.to != accounts[8];
    }

    /// @dev A scheduled action if there is one, or in one of four cases any earlier one.
    function _someAction(uint256 seed) private view returns (Action memory) {
        uint256 first = (seed >> 2) % _actions.length;
        for (uint256 i; seed % 4 != 0 && i < _actions.length; ++i) {
            Action storage next = _actions[(first + i) % _actions.length];
            if (readyAt(next.data) != 0) return next;
        }
        return _actions[first];
    }

    /// @dev A payer if there is one, or in one of four cases any account.
    function _somePayer(uint256 seed) private view returns (address) {
        address first = accounts[(seed >> 2) % accounts.length];
        for (uint256 i; seed % 4 != 0 && i < accounts.length; ++i) {
            address next = accounts[((seed >> 2) % accounts.length + i) % accounts.length];
            if (isPayer[next]) return next;
        }
        return first;
    }

    function _mostly(address likely, uint256 seed) private view returns (address) {
        return seed % 4 == 0 ? accounts[(seed >> 2) % accounts.length] : likely;
    }

    function _anyAddress(uint256 seed) private view returns (address) {
        uint256 index = seed % (accounts.length + 2);
        if (index < accounts.length) return accounts[index];
        return index == accounts.length ? address(0) : address(vault);
    }

    /// @dev The fuzzer prefers small numbers, which would all give the same call.
    function _hash(uint256 input) private pure returns (uint256) {
        return uint256(keccak256(abi.encode(input)));
    }
}
